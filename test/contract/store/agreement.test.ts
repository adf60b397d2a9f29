/** The same documents and queries in every store: the same best ten, with the same scores. */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveResponse } from '../../../src/index.ts';
import { noChroma, startChroma } from '../../support/chroma-server.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { hasQdrant, startQdrant } from '../../support/qdrant-server.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/retrieval/scifact');
const mostDocuments = 200;
const mostQueries = 20;

interface Line {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}
const read = (file: string, most: number): Line[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n', most)
    .map((line) => JSON.parse(line) as Line);

const servers: { url: string; kill(): Promise<void> }[] = [];
const opened: KnowledgeBase[] = [];
let ownFolder: string;
beforeAll(async () => {
  ownFolder = await mkdtemp(join(tmpdir(), 'pincite-agreement-'));
  servers.push(await startPostgres());
  if (hasQdrant) servers.push(await startQdrant());
  if (noChroma === undefined) servers.push(await startChromaBeside());
});
afterAll(async () => {
  for (const kb of opened) await kb.close();
  for (const server of servers) await server.kill();
  await rm(ownFolder, { recursive: true });
});

async function startChromaBeside() {
  const server = await startChroma(join(ownFolder, 'chroma'));
  return { ...server, url: `${server.url}?beside=${join(ownFolder, 'beside')}` };
}

it.skipIf(!existsSync(folder))(
  'ranks 20 queries of SciFact in every store as in SQLite',
  async () => {
    const inputs = read('corpus.jsonl', mostDocuments).map(({ _id, title, text }) => ({
      source: text,
      sourceType: 'text' as const,
      documentId: _id,
      title: title || undefined,
    }));
    const urls = servers.map(({ url }) => url.replace(/^http:/, 'qdrant:'));
    for (const store of [`sqlite:${join(ownFolder, 'sqlite')}`, ...urls]) {
      const config = { store, embedding: { adapt: 'off' } } as const;
      const kb = await openKnowledgeBase(config);
      await kb.addDocuments(inputs, { returnChunks: false });
      await kb.close();
      opened.push(await openKnowledgeBase(config));
    }
    for (const { text } of read('queries.jsonl', mostQueries)) {
      for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
        const [one, ...others] = await Promise.all(opened.map((kb) => kb.retrieve(text, { mode, topK: 10 })));
        for (const other of others) expectSame(other, one!);
      }
    }
  },
  300_000,
);

function expectSame(other: RetrieveResponse, { hits }: RetrieveResponse): void {
  const named = hits.map(({ chunk }) => chunk.chunkId);
  expect(other.hits.map(({ chunk }) => chunk.chunkId)).toEqual(named);
  for (const [index, hit] of hits.entries()) {
    const same = other.hits[index]!;
    expect(same.keywordScore).toBe(hit.keywordScore);
    expect(same.vectorScore ?? 0).toBeCloseTo(hit.vectorScore ?? 0, 5);
  }
}
