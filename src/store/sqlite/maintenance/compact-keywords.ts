import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectionRows } from '../collections.ts';
import { whenFree, writeTransaction } from '../connection.ts';
import type { SqlDatabase } from '../driver.ts';
import { purgePostings } from '../purge-postings.ts';

/** Writes those parts of the keyword index anew in which terms of removed chunks are left. */
export async function compactKeywords(database: SqlDatabase, signal?: AbortSignal): Promise<void> {
  for (const row of collectionRows(database)) {
    const step = () => purgePostings(database, row);
    while (await whenFree(() => writeTransaction(database, step), signal)) await nextTurn();
  }
}
