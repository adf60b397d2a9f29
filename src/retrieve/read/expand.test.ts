import { describe, expect, it } from 'vitest';
import { type Chunk, type Hit, levels } from '../../types.ts';
import { expand } from './expand.ts';
import { cut, makeCandidate, makeStore } from '../samples.testing.ts';

const text = Array.from({ length: 40 }, (_, index) => `Sentence ${index}.`).join(' ');
const starts = Array.from({ length: 41 }, (_, index) => text.indexOf(`Sentence ${index}.`));
const spans = (from: number, count: number, each: number) =>
  Array.from({ length: count }, (_, index): [number, number] => {
    const end = starts[from + (index + 1) * each]! - 1;
    return [starts[from + index * each]!, end > 0 ? end : text.length];
  });

const storeOf = (chunks: readonly Chunk[]) =>
  makeStore([
    {
      collection: 'c',
      documentId: 'a',
      text,
      chunks: chunks.map((chunk) => ({ chunk, vector: new Float32Array(2) })),
    },
  ]);

const hitOn = (chunk: Chunk): Hit => ({ ...makeCandidate(chunk), collection: 'c', rank: 1 });

async function stepsFor(
  chunks: readonly Chunk[],
  index: number,
  reach: Partial<Parameters<typeof expand>[2]>,
) {
  const [window] = await expand(storeOf(chunks), [hitOn(chunks[index]!)], {
    contextWindow: 0,
    ...reach,
  });
  return window!.steps.map((step) => step.map(({ sequence }) => sequence));
}

const parentOf = (index: number) =>
  index < 6 ? Math.floor((index - 2) / 2) : 2 + Math.floor((index - 6) / 10);

/** Two chapters of two sections of ten passages of a sentence: 0–1, 2–5, 6–45. */
function hierarchy(): Chunk[] {
  const chunks = cut('a', text, [...spans(0, 2, 20), ...spans(0, 4, 10), ...spans(0, 40, 1)]);
  return chunks.map((chunk, index) => ({
    ...chunk,
    level: index < 2 ? levels.chapter : index < 6 ? levels.section : levels.passage,
    ...(index < 2 ? {} : { parentChunkId: chunks[parentOf(index)]!.chunkId }),
  }));
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('expand', () => {
  it('reads nothing around a passage unless asked to', async () => {
    expect(await stepsFor(cut('a', text, spans(0, 8, 5)), 3, {})).toEqual([]);
  });

  it('reads as many neighbours of a passage as asked for', async () => {
    expect(await stepsFor(cut('a', text, spans(0, 8, 5)), 3, { contextWindow: 2 })).toEqual([range(1, 6)]);
  });

  it('reads the sentences around a sentence, and more where more is asked for', async () => {
    const sentences = cut('a', text, spans(0, 40, 1)).map((chunk) => ({ ...chunk, level: levels.sentence }));
    expect(await stepsFor(sentences, 10, {})).toEqual([range(8, 13)]);
    expect(await stepsFor(sentences, 0, {})).toEqual([range(0, 3)]);
    expect(await stepsFor(sentences, 10, { contextWindow: 4 })).toEqual([range(6, 15)]);
  });

  it('reads all passages of the section, then all of the chapter', async () => {
    expect(await stepsFor(hierarchy(), 6 + 13, { contextWindow: 1 })).toEqual([range(18, 21), range(16, 26)]);
    const both = await stepsFor(hierarchy(), 6 + 13, { contextWindow: 2 });
    expect(both).toEqual([range(17, 22), range(16, 26), range(6, 26)]);
    expect(await stepsFor(hierarchy(), 6, { contextWindow: 5 })).toEqual([
      range(6, 12),
      range(6, 16),
      range(6, 26),
    ]);
  });
});
