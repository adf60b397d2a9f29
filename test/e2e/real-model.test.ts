/** A model of the hub with its real weights, from a folder, without a network. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type Embedder } from '../../src/index.ts';
import { openOnnxEmbedder } from '../../src/embed/onnx/onnx-embedder.ts';
import { realMiniLm } from '../support/onnx/real-minilm.ts';

const model = await realMiniLm();
const { folder = '', missing = '' }: { folder?: string; missing?: string } = model;

interface Reference {
  readonly text: string;
  /** By the 32-bit weights, calculated in 64 bits by code of its own, to four places. */
  readonly vector: readonly number[];
}

describe.skipIf(missing)(`all-MiniLM-L6-v2 ${missing}`, () => {
  let references: Reference[];
  let embedder: Embedder;
  let place: string;

  beforeAll(async () => {
    const file = new URL('../support/onnx/minilm-vectors.json', import.meta.url);
    references = JSON.parse(await readFile(file, 'utf8')) as Reference[];
    embedder = await openOnnxEmbedder({ model: folder });
    place = await mkdtemp(join(tmpdir(), 'pincite-real-model-'));
  });
  afterAll(async () => {
    await embedder.close?.();
    await rm(place, { recursive: true });
  });

  it('has its size, and its length from its files', () => {
    expect(embedder).toMatchObject({ dimensions: 384, maxTokens: 256 });
  });

  it('gives the vectors of the 32-bit weights but for its rounding, in several scripts, and of a text that is cut', async () => {
    const vectors = await embedder.embed(
      references.map(({ text }) => text),
      { role: 'passage' },
    );
    for (const [index, { text, vector }] of references.entries()) {
      const cosine = vectors[index]!.reduce((sum, value, at) => sum + value * vector[at]!, 0);
      expect(cosine, text.slice(0, 60)).toBeGreaterThan(0.999);
    }
  });

  it('finds what is said in other words', async () => {
    await using kb = await openKnowledgeBase({ store: `sqlite:${place}`, embedding: { model: folder } });
    const texts = {
      car: 'The vehicle must be serviced by an authorised garage each spring.',
      dog: 'Animals are not allowed in the flat.',
      pay: 'The salary is transferred on the last working day of the month.',
    };
    await kb.addDocuments(
      Object.entries(texts).map(([documentId, source]) => ({ source, sourceType: 'text', documentId })),
    );
    const first = async (query: string) =>
      (await kb.retrieve(query, { mode: 'vector' })).hits[0]?.chunk.documentId;
    expect(await first('May I keep a dog?')).toBe('dog');
    expect(await first('When do I get my wages?')).toBe('pay');
    expect(await first('Who repairs my car?')).toBe('car');
  });
});
