/**
 * Reads or writes the store in a folder until the time is over; prints how often. A writer replaces the documents of a
 * pair of its own in one change, so that a reader who ever sees two of different numbers, or one, has seen half a change.
 * Run by sharing.ts in a process of its own.
 */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { parseFilter } from '../../src/store/filter/parse-filter.ts';

export interface Sharing {
  readonly folder: string;
  readonly name: string;
  readonly role: 'write' | 'read';
  readonly writers: readonly string[];
  readonly durationMs: number;
}

export async function share({ folder, name, role, writers, durationMs }: Sharing): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  const until = performance.now() + durationMs;
  let rounds = 0;
  for (; performance.now() < until; rounds += 1) {
    await (role === 'write' ? writePair(store, name, rounds) : readPairs(store, writers));
    await nextTurn();
  }
  await store.close();
  process.stdout.write(`${rounds}\n`);
}

async function writePair(store: Store, name: string, number: number): Promise<void> {
  const put = ['left', 'right'].map((side) =>
    makeRecord(`${name}-${side}`, {
      text: [`harbour of ${name}`, `as of ${number}`],
      document: { metadata: { writer: name, number } },
    }),
  );
  if (number % 10 === 9)
    await store.write(spec.name, { remove: put.map(({ document }) => document.documentId) });
  else await store.write(spec.name, { put });
  if (number % 50 === 49) await store.maintenance?.vacuum();
}

async function readPairs(store: Store, writers: readonly string[]): Promise<void> {
  const scope = { collection: spec.name, limit: 1_000 };
  for (const writer of writers) {
    const documents = await store.documents(spec.name, parseFilter({ writer }));
    assert.ok(documents.length === 0 || documents.length === 2, `${documents.length} of a pair`);
    assert.equal(new Set(documents.map(({ metadata }) => metadata['number'])).size, documents.length / 2);
    const filter = parseFilter({ writer });
    const vectors = await store.searchVector(unitVector('q'), { ...scope, filter });
    assert.ok([0, 4].includes(vectors.length), `${vectors.length} of 4 chunks by vector`);
    const keywords = await store.searchKeyword(writer, { ...scope, filter });
    assert.ok([0, 4].includes(keywords.hits.length), `${keywords.hits.length} of 4 chunks by keyword`);
  }
}
