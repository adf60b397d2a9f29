import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { tinyModel, tinyTokenizer, writeModelFolder } from '../../../test/support/onnx/model-folder.ts';
import { parseConfig } from '../../config/config.ts';
import { ConfigError } from '../../errors.ts';
import { openKnowledgeBase } from '../knowledge-base.ts';
import { openTokenizer } from '../../text/tokens/open-tokenizer.ts';
import { cutDocument, type CutRequest } from './cut.ts';
import { sharedReaders } from './shared-readers.ts';

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
  expect(long.chunks[0]!.chunk.tokenCount).toBeGreaterThan(chunks[0]!.chunk.tokenCount);
});

it('counts sizes in the tokens of a tokenizer.json, in another process too', async () => {
  const request = requestOf({ chunking: { ...chunking, chunkSize: 32, overlap: 0, tokenizer: folder } });
  const asked = { ...limits, signal: undefined };
  const there = await sharedReaders.run('cut', request, asked);
  sharedReaders.leave(sharedReaders);
  const { chunks } = await cutDocument(request);
  expect(there.chunks).toEqual(chunks);
  const sizes = chunks.map(({ chunk }) => chunk.tokenCount);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(32);
  expect(sizes[1]).toBe(own.count(chunks[1]!.chunk.content));
  expect(sizes[1]).toBeGreaterThan(24);
});

it("takes the local embedding model's tokenizer by the word model", async () => {
  const model = await writeModelFolder('small', tinyModel());
  const kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    embedding: { model },
    chunking: { tokenizer: 'model', overlap: 0 },
  });
  const input = { sourceType: 'text' as const, documentId: 'turbine', source: words };
  const { chunks, warnings } = await kb.addDocuments([input]);
  await kb.close();
  await rm(path.dirname(model), { recursive: true });
  expect(warnings).toEqual([]);
  expect(chunks.length).toBeGreaterThan(20);
  for (const { content, tokenCount } of chunks) {
    expect(tokenCount).toBe(own.count(content));
    expect(tokenCount).toBeLessThanOrEqual(48); // three quarters of what the model reads
  }
});

it('says before any work which tokenizer cannot be read', async () => {
  const opening = openKnowledgeBase({
    store: 'sqlite::memory:',
    chunking: { tokenizer: './no-such-model' },
  });
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow(/no-such-model.*ENOENT/);
});
