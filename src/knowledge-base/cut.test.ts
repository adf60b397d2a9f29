import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { tinyTokenizer, writeModelFolder } from '../../test/support/onnx/model-folder.ts';
import { parseConfig } from '../config.ts';
import { openTokenizer } from '../text/open-tokenizer.ts';
import { cutDocument, cutModule, type CutRequest } from './cut.ts';
import { CuttingThread } from './cutting-thread.ts';

const folder = await writeModelFolder('small', { 'tokenizer.json': tinyTokenizer });
afterAll(() => rm(path.dirname(folder), { recursive: true }));
const own = await openTokenizer(folder);

const { loading: limits, chunking: usual } = parseConfig({});
const chunking = { ...usual, method: 'structure' } as const;
/** Every word has one token of `cl100k_base`, and two of the model. */
const words = `# The turbine\n\n${'blades inspected shareholders '.repeat(200)}`;
const requestOf = (change: Partial<CutRequest>): CutRequest => ({
  source: { bytes: new TextEncoder().encode(words), name: 'turbine.md', limits },
  documentId: 'turbine',
  isNamed: true,
  metadata: {},
  chunking: { ...chunking, chunkSize: 48, overlap: 0 },
  maxTokens: 64,
  reader: { maxTokens: 64, tokenizer: folder },
  embeddingModel: 'model',
  embeddedAt: '2024-01-01T00:00:00.000Z',
  ...change,
});

it("cuts by the embedding model's own tokens where it would not read chunks whole that are cut by others", async () => {
  const { chunks, failed } = await cutDocument(requestOf({}));
  expect(failed).toEqual([]);
  for (const { chunk, context } of chunks) {
    expect(own.count(`${context}\n${chunk.content}`)).toBeLessThanOrEqual(62); // with two special ones
  }
  const long = await cutDocument(
    requestOf({ maxTokens: 128, reader: { maxTokens: 128, tokenizer: folder } }),
  );
  expect(long.chunks.length).toBeLessThan(chunks.length);
  expect(long.chunks[0]!.chunk.tokenCount).toBeGreaterThan(40);
});

it('counts sizes in the tokens of a tokenizer.json, in another thread too', async () => {
  const request = requestOf({ chunking: { ...chunking, chunkSize: 32, overlap: 0, tokenizer: folder } });
  const thread = new CuttingThread(cutModule);
  try {
    const there = await thread.cut(request, {});
    const { chunks } = await cutDocument(request);
    expect(there!.chunks).toEqual(chunks);
    const sizes = chunks.map(({ chunk }) => chunk.tokenCount);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
    expect(sizes[1]).toBe(own.count(chunks[1]!.chunk.content));
    expect(sizes[1]).toBeGreaterThan(24);
  } finally {
    await thread.close();
  }
});

it('says which tokenizer cannot be read', async () => {
  const request = requestOf({ chunking: { ...chunking, tokenizer: './no-such-model' } });
  await expect(cutDocument(request)).rejects.toThrow(/no-such-model.*ENOENT/);
});
