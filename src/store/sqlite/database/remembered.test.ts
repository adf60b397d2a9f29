import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openDriver } from './driver.ts';
import { remembered } from './remembered.ts';

it('finds anew after a change by this connection or another one, and only then', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-remembered-'));
  const file = path.join(folder, 'some.db');
  const [ours, other] = [await openDriver(file, 0), await openDriver(file, 0)];
  ours.exec('PRAGMA journal_mode = WAL; CREATE TABLE things (id INTEGER PRIMARY KEY)');
  let found = 0;
  const find = () => Float64Array.of((found += 1));
  const ask = (key: string) => remembered(ours, key, find)?.[0];

  expect([ask('a'), ask('b'), ask('a'), ask('b')]).toEqual([1, 2, 1, 2]);
  ours.exec('INSERT INTO things DEFAULT VALUES');
  expect([ask('a'), ask('a')]).toEqual([3, 3]);
  other.exec('INSERT INTO things DEFAULT VALUES');
  expect([ask('a'), ask('a')]).toEqual([4, 4]);
  for (let key = 0; key < 16; key += 1) ask(`${key}`);
  expect(ask('15')).toBe(20);
  expect(ask('a')).toBe(21);

  ours.close();
  other.close();
  await rm(folder, { recursive: true });
});
