import { perState } from './database-state.ts';
import type { SqlDatabase } from './driver.ts';

/** Lists of numbers, most of them ids, that are kept for a database, and how many they have together. */
const mostLists = 16;
const mostIds = 4_000_000;

/** The one that was used last comes last. */
const listsOf = perState(() => new Map<string, Float64Array | undefined>());

/**
 * What `find` gave for this key before, unless the database has changed since, by this connection or another one.
 * Inside a transaction of the caller's, so that what is compared and what is found are of one state.
 */
export function remembered(
  database: SqlDatabase,
  key: string,
  find: () => Float64Array | undefined,
): Float64Array | undefined {
  const lists = listsOf(database);
  const list = lists.has(key) ? lists.get(key) : find();
  lists.delete(key);
  lists.set(key, list);
  let count = [...lists.values()].reduce((sum, ids) => sum + (ids?.length ?? 0), 0);
  for (const [oldest, ids] of lists) {
    if (lists.size <= mostLists && count <= mostIds) break;
    lists.delete(oldest);
    count -= ids?.length ?? 0;
  }
  return list;
}
