/**
 * Writes numbered changes to the store in a folder, one after the other, until it is killed; prints each number
 * once its change is acknowledged. Run by sqlite-crash.test.ts in a process of its own.
 */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { spec } from '../contract/store/records.ts';
import { changeNumber } from './numbered-changes.ts';

export async function writeUntilKilled(folder: string, first: number): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  for (let number = first; ; number += 1) {
    await store.write(spec.name, changeNumber(number));
    writeSync(1, `${number}\n`);
  }
}
