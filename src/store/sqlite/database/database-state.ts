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

/**
 * What is kept of a database while it does not change, by this connection or another one. To be asked for inside a read
 * transaction, so that it is of the state of what else is read there: a change that is rolled back has a state that comes again.
 */
export function perState<Kept>(make: () => Kept): (database: SqlDatabase) => Kept {
  const known = new WeakMap<SqlDatabase, { readonly state: string; readonly kept: Kept }>();
  return (database) => {
    const state = stateOf(database);
    const before = known.get(database);
    if (before?.state === state) return before.kept;
    const kept = make();
    known.set(database, { state, kept });
    return kept;
  };
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
