import { stateOf } from './database-state.ts';
import type { SqlDatabase } from './driver.ts';

/** Lists of numbers, most of them ids, that are kept for a database, and how many they have together. */
const mostLists = 16;
const mostIds = 4_000_000;

interface Memory {
  /** Of the database when the lists were made. */
  state: string;
  /** The one that was used last comes last. */
  readonly lists: Map<string, Float64Array | undefined>;
}

const memories = new WeakMap<SqlDatabase, Memory>();

/**
 * What `find` gave for this key before, unless the database has changed since, by this connection or another one.
 * Inside a transaction of the caller's, so that what is compared and what is found are of one state.
 */
export function remembered(
  database: SqlDatabase,
  key: string,
  find: () => Float64Array | undefined,
): Float64Array | undefined {
  const { lists } = memoryOf(database);
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

function memoryOf(database: SqlDatabase): Memory {
  const state = stateOf(database);
  const known = memories.get(database);
  if (known?.state === state) return known;
  const memory: Memory = { state, lists: new Map() };
  memories.set(database, memory);
  return memory;
}
