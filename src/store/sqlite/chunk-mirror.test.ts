import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChunkMirror } from './chunk-mirror.ts';
import type { CollectionRow } from './collections.ts';
import { openDriver, type SqlDatabase } from './driver.ts';
import { ChunkLengths } from './search-keyword.ts';
import { VectorMatrix } from './vectors.ts';

/** More than a function takes as arguments. */
const count = 200_000;
const one = "x'0000803f'";
const two = "x'00000040'";

let database: SqlDatabase;
beforeEach(async () => {
  database = await openDriver(':memory:', 0);
  database.exec(`CREATE TABLE chunks (id INTEGER PRIMARY KEY, collection_id INTEGER, term_count INTEGER);
    CREATE TABLE vectors (chunk INTEGER PRIMARY KEY, vector BLOB);
    WITH RECURSIVE numbers (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM numbers WHERE id < ${count})
      INSERT INTO chunks SELECT id, 1, id % 2 + 1 FROM numbers;
    INSERT INTO vectors SELECT id, CASE id % 2 WHEN 0 THEN ${one} ELSE ${two} END FROM chunks`);
});
afterEach(() => database.close());

const collectionOf = (generation: number) => ({ id: 1, generation }) as CollectionRow;

it('forgets removed chunks, however many are left', () => {
  const lengths = new ChunkLengths();
  const matrix = new VectorMatrix(1);
  const mirrors = [new ChunkMirror(lengths), new ChunkMirror(matrix)];
  for (const mirror of mirrors) mirror.catchUp(database, collectionOf(0));
  expect(lengths.total).toBe(1.5 * count);

  database.exec('DELETE FROM vectors WHERE chunk <= 9; DELETE FROM chunks WHERE id <= 9');
  for (const mirror of mirrors) {
    mirror.catchUp(database, collectionOf(1));
    expect(mirror.ids).toHaveLength(count - 9);
    expect([mirror.ids[0], mirror.positionOf(10), mirror.positionOf(9)]).toEqual([10, 0, undefined]);
    expect([mirror.ids.at(-1), mirror.positionOf(count)]).toEqual([count, count - 10]);
  }
  expect(lengths.total).toBe(1.5 * count - 14);
  expect(lengths.values.slice(0, 3)).toEqual([1, 2, 1]);
  expect(matrix.norms.slice(0, 3)).toEqual([1, 2, 1]);
  expect(matrix.data.slice(-3)).toEqual(Float32Array.of(1, 2, 1));
});

it('stays as it was when its column cannot follow, and follows later', () => {
  let refuses = true;
  class Refusing extends ChunkLengths {
    override keep(positions: readonly number[]): void {
      if (refuses) throw new RangeError('no memory');
      super.keep(positions);
    }
  }
  const lengths = new Refusing();
  const mirror = new ChunkMirror(lengths);
  mirror.catchUp(database, collectionOf(0));
  database.exec('DELETE FROM chunks WHERE id <= 9');
  expect(() => mirror.catchUp(database, collectionOf(1))).toThrow('no memory');
  expect(mirror.ids).toHaveLength(count);
  refuses = false;
  mirror.catchUp(database, collectionOf(1));
  expect(mirror.ids).toHaveLength(count - 9);
  expect(lengths.values).toHaveLength(count - 9);
});
