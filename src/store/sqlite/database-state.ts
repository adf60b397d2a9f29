import type { SqlDatabase } from './driver.ts';

/**
 * Another text after each change: others' commits are counted in one number, rows that we change in the other. Inside
 * a transaction of the caller's that has read something, so that it is the state of what else is read there.
 */
export function stateOf(database: SqlDatabase): string {
  const others = database.prepare('PRAGMA data_version').get<{ data_version: number }>();
  const own = database.prepare('SELECT total_changes() AS changes').get<{ changes: number }>();
  return `${others?.data_version} ${own?.changes}`;
}
