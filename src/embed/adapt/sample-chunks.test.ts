import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { openVocabulary } from '../built-in/built-in.ts';
import { chooseChunks, tokenize, type AdaptationText } from './sample-chunks.ts';

const wordPiece = openVocabulary();
const encode = (text: string) => wordPiece.encode(text);

async function* streamOf(texts: readonly AdaptationText[]): AsyncGenerator<AdaptationText> {
  yield* texts;
}
const sample = async (texts: readonly AdaptationText[], { limit = 1000, seed = 1 } = {}) => {
  const chosen = await chooseChunks(streamOf(texts), { limit, random: createRandom(seed) });
  return chosen.map((chunk) => tokenize(chunk, wordPiece));
};
const one = async (text: AdaptationText) => (await sample([text]))[0]!;
/** Documents whose chunks say their own number. */
const numbered = (sizes: readonly number[]): AdaptationText[] => {
  let next = 0;
  return sizes.map((size) => ({
    chunks: Array.from({ length: size }, () => ({ content: `${(next += 1)}` })),
  }));
};

describe('a sample of chunks', () => {
  it('takes at most so many chunks, each at most once, and all where there are no more', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 20 }), fc.nat(), async (counts, limit, seed) => {
        const chunks = await sample(numbered(counts), { limit, seed });
        const total = counts.reduce((sum, count) => sum + count, 0);
        expect(chunks).toHaveLength(Math.min(limit, total));
        expect(new Set(chunks.map(({ sentences }) => String(sentences))).size).toBe(chunks.length);
      }),
      { numRuns: 50 },
    );
  });

  it('takes the same for the same seed, and others for another', async () => {
    const texts = numbered([10, 20, 30]);
    const taken = await sample(texts, { limit: 10, seed: 1 });
    expect(await sample(texts, { limit: 10, seed: 1 })).toEqual(taken);
    expect(await sample(texts, { limit: 10, seed: 2 })).not.toEqual(taken);
  });

  it('takes late chunks as likely as early ones', async () => {
    const texts = numbered([10]);
    const drawn = await Promise.all(
      Array.from(
        { length: 2000 },
        async (_, seed) => (await sample(texts, { limit: 1, seed }))[0]!.sentences,
      ),
    );
    const times = new Map<string, number>();
    for (const sentences of drawn) times.set(String(sentences), (times.get(String(sentences)) ?? 0) + 1);
    // 200 expected, standard deviation 13
    for (const count of times.values()) expect(Math.abs(count - 200)).toBeLessThan(60);
    expect(times.size).toBe(10);
  });

  it('gives title, heading and sentences in tokens, and the number of the document', async () => {
    const chunks = await sample([
      { chunks: [] },
      { title: 'Pumps', chunks: [{ heading: 'Care', content: 'Oil it. Clean it.' }] },
    ]);
    expect(chunks).toEqual([
      {
        document: 1,
        title: encode('Pumps'),
        heading: encode('Care'),
        sentences: [encode('Oil it.'), encode('Clean it.')],
      },
    ]);
  });

  it('gives no heading that repeats the title', async () => {
    const chunk = await one({ title: 'Pumps', chunks: [{ heading: 'Pumps', content: 'Oil it.' }] });
    expect(chunk.heading).toEqual([]);
  });

  it('cuts a sentence of more than 48 tokens into pieces of about equal length', async () => {
    const { sentences } = await one({ chunks: [{ content: `${'cat '.repeat(100)}dog` }] });
    expect(sentences.map(({ length }) => length)).toEqual([34, 34, 33]);
    expect(sentences.flat()).toEqual(encode(`${'cat '.repeat(100)}dog`));
  });

  it('reads a single sentence of 100,000 words', async () => {
    const { sentences } = await one({ chunks: [{ content: 'cat '.repeat(100_000) }] });
    expect(sentences.flat()).toHaveLength(100_000);
    expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(48);
  });

  it('gives no sentences for nothing, unknown characters and lone surrogates', async () => {
    for (const content of ['', ' \n', '\ud800', '\u{1F600}'])
      expect((await one({ chunks: [{ content }] })).sentences).toEqual([]);
    expect(await one({ title: 'a\udc00', chunks: [{ content: 'The ca\ud83dt sat.' }] })).toMatchObject({
      title: encode('a'),
      sentences: [encode('The cat sat.')],
    });
  });

  it('stops with the reason of the signal before it asks for another document', async () => {
    const controller = new AbortController();
    let given = 0;
    async function* endless(): AsyncGenerator<AdaptationText> {
      for (; ; given += 1) {
        if (given === 3) controller.abort(new Error('enough'));
        yield { chunks: [{ content: 'cat' }] };
      }
    }
    const options = { limit: 10, random: createRandom(1), signal: controller.signal };
    await expect(chooseChunks(endless(), options)).rejects.toThrow('enough');
    expect(given).toBe(3);
  });
});
