import { expect, it } from 'vitest';
import { openConnection, readTransaction } from '../database/connection.ts';
import { KnownRows } from './known-rows.ts';

const open = async (most?: number) => {
  const database = await openConnection('sqlite::memory:');
  const known = new KnownRows<number, string>(most === undefined ? {} : { most });
  const reads: number[][] = [];
  const find = (...keys: number[]) =>
    readTransaction(database, () => {
      const rows = known.find(database, { keys }, (missing) => {
        reads.push([...missing]);
        return missing.filter((key) => key < 9).map((key) => [key, `row ${key}`] as const);
      });
      return keys.map((key) => rows.get(key));
    });
  return { database, find, reads };
};

it('reads a row once while nothing changes, and what is not there again', async () => {
  const { database, find, reads } = await open();
  expect(find(1, 2)).toEqual(['row 1', 'row 2']);
  expect(find(2, 3, 9)).toEqual(['row 2', 'row 3', undefined]);
  expect(find(3, 9)).toEqual(['row 3', undefined]);
  expect(reads).toEqual([[1, 2], [3, 9], [9]]);
  database.close();
});

it('reads anew after a change', async () => {
  const { database, find, reads } = await open();
  find(1);
  database.exec(`INSERT INTO collections (name, embedding_model, dimensions, max_tokens, analyser, created_at)
    VALUES (x'61', 'test', 2, 100, 'none', '2026-01-01')`);
  find(1);
  expect(reads).toEqual([[1], [1]]);
  database.close();
});

it('forgets all rather than keep more than it may', async () => {
  const { database, find, reads } = await open(3);
  find(1, 2);
  expect(find(2, 3, 4)).toEqual(['row 2', 'row 3', 'row 4']);
  find(4);
  expect(reads).toEqual([
    [1, 2],
    [2, 3, 4],
  ]);
  database.close();
});
