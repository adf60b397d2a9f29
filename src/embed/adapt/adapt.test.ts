import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns-during.ts';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { EmbeddingError } from '../../errors.ts';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import { openStaticEmbedder, openVocabulary, readBuiltInTable } from '../built-in/built-in.ts';
import { parseTable } from '../built-in/table-file.ts';
import { adapt, type AdaptationOptions } from './adapt.ts';
import { type AdaptationText, chooseChunks, mostChunks } from './sample-chunks.ts';

const base = readBuiltInTable();

const wordPiece = openVocabulary();
const vocabulary = readFileSync(fileOfPackage('assets/static-table/vocabulary.txt'), 'utf8').split('\n');
const { scales } = parseTable(base);
/** Tokens with a vector, in an order that says nothing. */
const words = shuffle(
  vocabulary.filter((word, token) => /^[a-z]{5,}$/.test(word) && scales[token]! > 0),
  createRandom(11),
);

async function* streamOf(texts: readonly AdaptationText[]): AsyncGenerator<AdaptationText> {
  yield* texts;
}
const adaptTo = async (texts: readonly AdaptationText[], options?: AdaptationOptions) => {
  const sample = { limit: mostChunks, random: createRandom(1) };
  return adapt(base, await chooseChunks(streamOf(texts), sample), options);
};
const sentenceOf = (said: readonly string[]) => `${said[0]![0]!.toUpperCase()}${said.join(' ').slice(1)}.`;
const drawFrom = (choices: readonly string[], count: number, random: () => number) =>
  Array.from({ length: count }, () => choices[Math.floor(random() * choices.length)]!);

const topicCount = 20;
/** Two words that stand for the same, and what is said about it. */
const topics = Array.from({ length: topicCount }, (_, topic) => {
  const [first, second, ...contexts] = words.slice(topic * 12, (topic + 1) * 12);
  return { synonyms: [first!, second!] as const, contexts };
});
const fillers = words.slice(2_000, 2_030);

/** A chunk a document, all of one topic; each sentence has one of the two synonyms, never both. */
function plantedTexts(count: number, seed = 1): AdaptationText[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const { synonyms, contexts } = topics[index % topicCount]!;
    const sentences = Array.from({ length: 4 }, () =>
      sentenceOf([
        ...drawFrom(synonyms, 1, random),
        ...drawFrom(contexts, 4, random),
        ...drawFrom(fillers, 3, random),
      ]),
    );
    return { chunks: [{ content: sentences.join(' ') }] };
  });
}

async function synonymSimilarity(table: Uint8Array): Promise<number> {
  const embedder = openStaticEmbedder(table);
  const similarities = topics.map(async ({ synonyms }) => {
    const [a, b] = await embedder.embed(synonyms, { role: 'query' });
    return a!.reduce((sum, value, index) => sum + value * b![index]!, 0);
  });
  return (await Promise.all(similarities)).reduce((sum, value) => sum + value, 0) / topicCount;
}

/** Tokens whose vector points elsewhere than before, by more than rounding does. */
function turnedTokens(table: Uint8Array): number[] {
  const [before, after] = [parseTable(base), parseTable(table)];
  const vectorOf = ({ bytes, dimensions }: typeof before, token: number) =>
    bytes.subarray(token * dimensions, (token + 1) * dimensions);
  return [...before.scales.keys()].filter((token) => {
    const [a, b] = [vectorOf(before, token), vectorOf(after, token)];
    const dot = a.reduce((sum, value, index) => sum + value * b[index]!, 0);
    return dot > 0 && dot < 0.999 * Math.hypot(...a) * Math.hypot(...b);
  });
}

describe('adapt', () => {
  it('learns that words mean the same which share their contexts and never meet', async () => {
    const { kind, table, heldOut } = await adaptTo(plantedTexts(400));
    expect(kind).toBe('adapted');
    expect(heldOut.pairs).toBe(20);
    expect(heldOut.after).toBeLessThan(0.8 * heldOut.before);
    expect(await synonymSimilarity(table)).toBeGreaterThan((await synonymSimilarity(base)) + 0.3);
  });

  it('gives the same bytes for the same documents and seed, other bytes for another seed', async () => {
    const { table } = await adaptTo(plantedTexts(200));
    expect(Buffer.compare((await adaptTo(plantedTexts(200))).table, table)).toBe(0);
    expect(Buffer.compare((await adaptTo(plantedTexts(200), { seed: 2 })).table, table)).not.toBe(0);
  });

  it('leaves every bit of tokens that the documents do not have', async () => {
    const texts = plantedTexts(200);
    const { kind, table } = await adaptTo(texts);
    const used = new Set(texts.flatMap(({ chunks }) => wordPiece.encode(chunks[0]!.content)));
    const [before, after] = [parseTable(base), parseTable(table)];
    expect(kind).toBe('adapted');
    const changed: string[] = [];
    for (const token of before.scales.keys()) {
      if (used.has(token)) continue;
      const range = [token * before.dimensions, (token + 1) * before.dimensions] as const;
      const isSame = after.bytes
        .subarray(...range)
        .every((byte, index) => byte === before.bytes[range[0] + index]);
      if (!isSame || after.scales[token] !== before.scales[token]) changed.push(vocabulary[token]!);
    }
    expect(changed).toEqual([]);
  });

  it('never trains on the twentieth of the chunks that it measures by', async () => {
    const own = words.slice(3_000, 3_200);
    const texts = plantedTexts(200).map(({ chunks }, index) => ({
      chunks: [{ content: chunks[0]!.content.replaceAll('.', ` ${own[index]!}.`) }],
    }));
    const { kind, table } = await adaptTo(texts);
    const turned = new Set(turnedTokens(table).map((token) => vocabulary[token]));
    expect(kind).toBe('adapted');
    expect(own.filter((word) => !turned.has(word))).toHaveLength(10);
  });

  it('keeps the base for words in random order', async () => {
    for (const [choices, seed] of [
      [words, 1],
      [words.slice(0, 500), 2],
    ] as const) {
      const random = createRandom(seed);
      const content = () =>
        Array.from({ length: 5 }, () => sentenceOf(drawFrom(choices, 12, random))).join(' ');
      const texts = Array.from({ length: 400 }, () => ({ chunks: [{ content: content() }] }));
      const { kind, table, reason } = await adaptTo(texts);
      expect(kind).toBe('kept');
      expect(reason).toBe('no gain on the held-out sentences');
      expect(table).toBe(base);
    }
  });

  it('keeps the base where there are too few sentences', async () => {
    const empty = { chunks: [{ content: '' }, { content: ' \n' }, { content: '\ud800' }] };
    const single = { title: 'Pumps', chunks: [{ heading: 'Care', content: 'Oil the pump every week' }] };
    const texts = [
      [],
      plantedTexts(100),
      Array.from({ length: 200 }, () => empty),
      Array.from({ length: 400 }, () => single),
    ];
    for (const few of texts) {
      const { kind, reason, table } = await adaptTo(few);
      expect([kind, reason]).toEqual(['kept', 'too few sentences to learn from']);
      expect(table).toBe(base);
    }
  });

  it('learns beside empty chunks, lone surrogates and a sentence of 100,000 words', async () => {
    const odd = ['', '\ud800', '\ud83dpump \udc00', '水'.repeat(500), `${words[0]} `.repeat(100_000)];
    const texts = [
      ...plantedTexts(200),
      ...odd.map((content) => ({ title: content.slice(0, 9), chunks: [{ heading: content, content }] })),
    ];
    const { kind, table } = await adaptTo(texts);
    expect(kind).toBe('adapted');
    expect(parseTable(table).scales.every((scale) => Number.isFinite(scale) && scale >= 0)).toBe(true);
  });

  it('tells how far it is, in steps that never go back and end at the whole', async () => {
    const told: (readonly [done: number, total: number])[] = [];
    const random = createRandom(5);
    const texts = plantedTexts(200).map((text, index) =>
      index % 2 === 0 ? text : { ...text, title: drawFrom(fillers, 2, random).join(' ') },
    );
    await adaptTo(texts, { onProgress: (done, total) => told.push([done, total]) });
    const total = told[0]![1];
    expect(told.length).toBeGreaterThan(8);
    for (const [index, [done, ofTotal]] of told.entries()) {
      expect(done).toBeGreaterThanOrEqual(told[index - 1]?.[0] ?? 0);
      expect(ofTotal).toBe(total);
    }
    expect(told.at(-1)).toEqual([total, total]);
  });

  it('stops with the reason of the signal before the next step', async () => {
    const controller = new AbortController();
    let told = 0;
    const onProgress = () => {
      told += 1;
      if (told === 3) controller.abort(new Error('enough'));
    };
    const running = adaptTo(plantedTexts(200), { signal: controller.signal, onProgress });
    await expect(running).rejects.toThrow('enough');
    expect(told).toBe(3);
  });

  it('lets the event loop turn after every step', async () => {
    let steps = 0;
    const turns = await turnsDuring(() => adaptTo(plantedTexts(200), { onProgress: () => (steps += 1) }));
    expect(turns).toBeGreaterThanOrEqual(steps);
  });

  it('refuses bytes that are no table', async () => {
    await expect(adapt(new Uint8Array(100), [])).rejects.toThrow(EmbeddingError);
  });
});
