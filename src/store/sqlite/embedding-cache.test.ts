import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddingKey } from '../../embed/embedding-cache.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { openConnection } from './database/connection.ts';
import type { SqlDatabase } from './database/driver.ts';
import { dropPending, findEmbedding, keepPending } from './caches.ts';

let database: SqlDatabase;
beforeEach(async () => {
  database = await openConnection('sqlite::memory:');
});
afterEach(() => database.close());

const vector = Float32Array.of(0.6, 0.8);
const bytesEach = vector.byteLength;
const keyOf = (text: string): EmbeddingKey => ({
  modelId: 'model',
  dimensions: 2,
  role: 'passage',
  hash: sha256(text),
});
const keep = (texts: readonly string[], options: Parameters<typeof keepPending>[2]) =>
  keepPending(
    database,
    texts.map((text) => ({ key: keyOf(text), vector })),
    options,
  );
const kept = (...texts: string[]) =>
  texts.filter((text) => findEmbedding(database, keyOf(text)) !== undefined);

describe('vectors of texts that are not stored', () => {
  it('are the newest ones that have room', () => {
    const mostBytes = 3 * bytesEach;
    keep(['a', 'b'], { mostBytes });
    keep(['c', 'd'], { mostBytes });
    expect(kept('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
    keep(['b', 'e', 'f'], { mostBytes });
    expect(kept('a', 'b', 'c', 'd', 'e', 'f')).toEqual(['b', 'e', 'f']);
  });

  it('are kept for a month', () => {
    const day = 24 * 3_600_000;
    keep(['a'], { now: 0 });
    keep(['b'], { now: 29 * day });
    expect(kept('a', 'b')).toEqual(['a', 'b']);
    keep(['c'], { now: 31 * day });
    expect(kept('a', 'b', 'c')).toEqual(['b', 'c']);
  });

  it('go when they are dropped', () => {
    keep(['a'], {});
    dropPending(database);
    expect(kept('a')).toEqual([]);
  });
});
