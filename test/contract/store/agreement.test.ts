/** The same documents and queries in every store: the same best ten, with the same scores. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../../src/index.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/retrieval/scifact');
const mostDocuments = 400;
const mostQueries = 50;

interface Line {
  readonly _id: string;
  readonly title?: string;
  readonly text: string;
}
const read = (file: string, most: number): Line[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n', most)
    .map((line) => JSON.parse(line) as Line);

let server: PostgresServer;
const opened: KnowledgeBase[] = [];
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(async () => {
  for (const kb of opened) await kb.close();
  await server.kill();
});

it.skipIf(!existsSync(folder))(
  'ranks 50 queries of SciFact in PostgreSQL as in SQLite',
  async () => {
    const inputs = read('corpus.jsonl', mostDocuments).map(({ _id, title, text }) => ({
      source: text,
      sourceType: 'text' as const,
      documentId: _id,
      title: title || undefined,
    }));
    for (const store of ['sqlite::memory:', server.url]) {
      const kb = await openKnowledgeBase({ store, embedding: { adapt: 'off' } });
      opened.push(kb);
      await kb.addDocuments(inputs, { returnChunks: false });
    }
    for (const { text } of read('queries.jsonl', mostQueries)) {
      for (const mode of ['hybrid', 'keyword', 'vector'] as const) {
        const [one, other] = await Promise.all(opened.map((kb) => kb.retrieve(text, { mode, topK: 10 })));
        const named = ({ hits }: NonNullable<typeof one>) => hits.map(({ chunk }) => chunk.chunkId);
        expect(named(other!)).toEqual(named(one!));
        for (const [index, hit] of one!.hits.entries()) {
          const same = other!.hits[index]!;
          expect(same.keywordScore).toBe(hit.keywordScore);
          expect(same.vectorScore ?? 0).toBeCloseTo(hit.vectorScore ?? 0, 5);
        }
      }
    }
  },
  300_000,
);
