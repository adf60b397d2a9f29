import type { SqlDatabase } from './driver.ts';

/** The state of a database that is in a read transaction, once it was asked for. */
const held = new WeakMap<SqlDatabase, { state?: string }>();

/**
 * Another text after each change: others' commits are counted in one number, statements of ours in the other. Inside
 * a transaction of the caller's, so that it is the state of what else is read there.
 */
export function stateOf(database: SqlDatabase): string {
  const holder = held.get(database) ?? {};
  holder.state ??= readState(database);
  return holder.state;
}

/** Until `releaseState`, inside a read transaction, the database has one state: it is read once. */
export function holdState(database: SqlDatabase): void {
  held.set(database, {});
}

export function releaseState(database: SqlDatabase): void {
  held.delete(database);
}

function readState(database: SqlDatabase): string {
  const others = database.prepare('PRAGMA data_version').get<{ data_version: number }>();
  return `${others?.data_version} ${database.changes}`;
}
