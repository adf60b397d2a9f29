import { expect, it } from 'vitest';
import { StoreError } from '../../../errors.ts';
import { openDriver, type SqlValue, type StoredValue } from './driver.ts';

it('gives bytes, numbers and NULL back as they were, and text as its bytes, from get and from all', async () => {
  const database = await openDriver(':memory:', 0);
  const values = [Buffer.from([0, 1, 255]), Buffer.alloc(0), 2 ** 52, 0.1, 'é😀', null];
  const statement = database.prepare('SELECT ? AS a, ? AS b, ? AS c, ? AS d, ? AS e, ? AS f');
  const expected = { c: 2 ** 52, d: 0.1, f: null };
  for (const row of [
    statement.get<Record<string, StoredValue>>(values),
    ...statement.all<Record<string, StoredValue>>(values),
  ]) {
    expect(row).toMatchObject(expected);
    expect([row?.a, row?.b, row?.e].map((bytes) => bytes instanceof Uint8Array && [...bytes])).toEqual([
      [0, 1, 255],
      [],
      [...Buffer.from('é😀')],
    ]);
  }
  database.close();
});

it('refuses what would abort the process or be cut', async () => {
  const database = await openDriver(':memory:', 0);
  const statement = database.prepare('SELECT ? AS value');
  expect(() => statement.get([true as unknown as SqlValue])).toThrow(StoreError);
  expect(() => statement.get(['a\0b'])).toThrow(StoreError);
  database.close();
});

it('turns what the engine throws into a StoreError with the cause', async () => {
  const database = await openDriver(':memory:', 0);
  expect(() => database.prepare('SELECT * FROM absent')).toThrow(StoreError);
  database.close();
  expect(() => database.exec('SELECT 1')).toThrow(StoreError);
  expect(() => database.prepare('SELECT 1')).toThrow(/is closed/);
});
