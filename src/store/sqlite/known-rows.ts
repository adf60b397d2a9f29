import { stateOf } from './database-state.ts';
import type { SqlDatabase } from './driver.ts';

/** Some hundred bytes each. */
const mostRows = 10_000;

/** What was read of single rows, kept while the database does not change. */
export class KnownRows<Key, Row> {
  readonly #known = new WeakMap<SqlDatabase, { readonly state: string; readonly rows: Map<Key, Row> }>();
  readonly #most: number;

  constructor({ most = mostRows } = {}) {
    this.#most = most;
  }

  /**
   * The rows of these keys, and perhaps of others. Inside a read transaction of the caller's, so that what is known and what
   * is read are of one state.
   * @param read gives the rows of keys that are not known; those that are not there are left out.
   */
  find(
    database: SqlDatabase,
    keys: readonly Key[],
    read: (missing: readonly Key[]) => Iterable<readonly [Key, Row]>,
  ): ReadonlyMap<Key, Row> {
    const state = stateOf(database);
    const known = this.#known.get(database);
    let rows = known?.state === state ? known.rows : new Map<Key, Row>();
    let missing = keys.filter((key) => !rows.has(key));
    if (rows.size + missing.length > this.#most) {
      rows = new Map();
      missing = [...keys];
    }
    this.#known.set(database, { state, rows });
    if (missing.length > 0) for (const [key, row] of read(missing)) rows.set(key, row);
    return rows;
  }
}
