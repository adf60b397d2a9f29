import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256 } from '../../util/ids/hash.ts';
import { openConnection } from './database/connection.ts';
import type { SqlDatabase } from './database/driver.ts';
import { dropReplies, findReply, keepReplies } from './caches.ts';

let database: SqlDatabase;
beforeEach(async () => {
  database = await openConnection('sqlite::memory:');
});
afterEach(() => database.close());

const keep = (texts: readonly string[], options: Parameters<typeof keepReplies>[2] = {}) =>
  keepReplies(
    database,
    texts.map((text) => ({ hash: sha256(text), text })),
    options,
  );
const kept = (...texts: string[]) => texts.filter((text) => findReply(database, sha256(text)) !== undefined);

it('keeps the newest replies that have room', () => {
  keep(['a', 'b'], { most: 3 });
  keep(['c', 'd'], { most: 3 });
  expect(kept('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
});

it('keeps replies for a year', () => {
  const day = 24 * 3_600_000;
  keep(['a'], { now: 0 });
  keep(['b'], { now: 364 * day });
  expect(kept('a', 'b')).toEqual(['a', 'b']);
  keep(['c'], { now: 366 * day });
  expect(kept('a', 'b', 'c')).toEqual(['b', 'c']);
});

it('forgets all when they are dropped', () => {
  keep(['a', 'b']);
  dropReplies(database);
  expect(kept('a', 'b')).toEqual([]);
});
