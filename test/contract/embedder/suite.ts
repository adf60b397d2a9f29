import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder } from '../../../src/embed/embedder.ts';

export interface EmbedderPlace {
  /** Opens the same model, again and again. */
  readonly open: () => Promise<Embedder>;
  readonly remove?: () => Promise<void>;
}

export interface EmbedderTraits {
  /** Words that the model knows, at least three. */
  readonly words: readonly string[];
  /** Whether it tells known tokens from others: a model behind a network does not show its tokens. */
  readonly showsTokens: boolean;
}

const lengthOf = (vector: Float32Array) => Math.hypot(...vector);
const largestDifference = (a: Float32Array, b: Float32Array) =>
  Math.max(...a.map((value, index) => Math.abs(value - b[index]!)));

/** What every embedder must do; run over each adapter. */
export function describeEmbedder(
  adapter: string,
  makePlace: () => Promise<EmbedderPlace>,
  { words, showsTokens }: EmbedderTraits,
): void {
  describe(adapter, () => {
    let place: EmbedderPlace;
    let embedder: Embedder;
    beforeAll(async () => {
      place = await makePlace();
      embedder = await place.open();
    });
    afterAll(async () => {
      await embedder.close?.();
      await place.remove?.();
    });
    const embed = (...texts: string[]) => embedder.embed(texts, { role: 'passage' });
    const embedOne = async (text: string) => (await embed(text))[0]!;
    const someTexts = Array.from({ length: 20 }, (_, index) =>
      words.slice(0, (index % words.length) + 1).join(' '),
    );

    it('says what it is', () => {
      expect(embedder.modelId).not.toBe('');
      expect(embedder.dimensions).toBeGreaterThan(0);
      expect(embedder.maxTokens).toBeGreaterThan(0);
    });

    it('gives a vector of unit length a text, in input order, the same alone as among others', async () => {
      const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (drafts) => {
          const texts = drafts.map((draft) => draft.join(' '));
          const together = await embed(...texts);
          expect(together).toHaveLength(texts.length);
          for (const [index, vector] of together.entries()) {
            expect(vector).toHaveLength(embedder.dimensions);
            expect(lengthOf(vector)).toBeCloseTo(1, 5);
            expect(largestDifference(vector, await embedOne(texts[index]!))).toBeLessThan(1e-5);
          }
        }),
        { numRuns: 20 },
      );
    });

    it('tells texts apart', async () => {
      const [first, second] = await embed(words[0]!, words[1]!);
      expect(largestDifference(first!, second!)).toBeGreaterThan(1e-3);
    });

    it('gives nothing for no texts', async () => {
      expect(await embed()).toEqual([]);
    });

    it('gives the same id and vectors when it is opened again', async () => {
      const again = await place.open();
      expect(again).toMatchObject({ modelId: embedder.modelId, dimensions: embedder.dimensions });
      expect(await again.embed(someTexts, { role: 'passage' })).toEqual(await embed(...someTexts));
      await again.close?.();
    });

    it('gives calls side by side what it gives them one after another', async () => {
      const together = await Promise.all(someTexts.map(embedOne));
      for (const [index, text] of someTexts.entries()) expect(await embedOne(text)).toEqual(together[index]);
    });

    it('takes blank texts and lone surrogates, and gives numbers for them', async () => {
      const vectors = await embed('', ' \n\t', '\ud800', '\udc00 \ud83d', `${words[0]}\ud800 ${words[1]}`);
      expect(vectors).toHaveLength(5);
      for (const vector of vectors) expect(vector.every(Number.isFinite)).toBe(true);
    });

    it.runIf(showsTokens)('gives the zero vector for a text without a known token', async () => {
      for (const vector of await embed('', ' \n\t', '\ud800', '\u{1F600}\u{1F680}')) {
        expect(vector.every((value) => value === 0)).toBe(true);
      }
      for (const [vector] of await Promise.all(
        ['', '\ud800'].map((text) => embedder.embed([text], { role: 'query' })),
      )) {
        expect(vector!.every((value) => value === 0)).toBe(true);
      }
    });

    it('takes a text of 100,000 words', async () => {
      const text = Array.from({ length: 100_000 }, (_, index) => words[index % words.length]).join(' ');
      expect(lengthOf(await embedOne(text))).toBeCloseTo(1, 5);
    });

    it('stops with the reason of the signal', async () => {
      const signal = AbortSignal.abort(new Error('enough'));
      await expect(embedder.embed(someTexts, { role: 'passage', signal })).rejects.toThrow('enough');
    });
  });
}
