import { stateOf } from '../database/database-state.ts';
import type { SqlDatabase } from '../database/driver.ts';

/** Some hundred bytes each. */
const mostRows = 10_000;

interface Known<Key, Row> {
  readonly state: string;
  /** By row ids of collections. */
  readonly rows: Map<number, Map<Key, Row>>;
  count: number;
}

/** What was read of single rows, kept while the database does not change. */
export class KnownRows<Key, Row> {
  readonly #known = new WeakMap<SqlDatabase, Known<Key, Row>>();
  readonly #most: number;

  constructor({ most = mostRows } = {}) {
    this.#most = most;
  }

  /**
   * The rows of these keys, and perhaps of others. Inside a read transaction of the caller's, so that what is known and what
   * is read are of one state.
   * @param collection where rows of another one may have the same keys
   * @param read gives the rows of keys that are not known; those that are not there are left out.
   */
  find(
    database: SqlDatabase,
    { collection = 0, keys }: { readonly collection?: number; readonly keys: readonly Key[] },
    read: (missing: readonly Key[]) => Iterable<readonly [Key, Row]>,
  ): ReadonlyMap<Key, Row> {
    let known = this.#of(database);
    const before = known.rows.get(collection);
    let missing = before ? keys.filter((key) => !before.has(key)) : keys;
    if (before && missing.length === 0) return before;
    if (known.count + missing.length > this.#most) {
      known = this.#forget(database, known.state);
      missing = keys;
    }
    const rows = known.rows.get(collection) ?? new Map<Key, Row>();
    known.rows.set(collection, rows);
    const { size } = rows;
    for (const [key, row] of missing.length > 0 ? read(missing) : []) rows.set(key, row);
    known.count += rows.size - size;
    return rows;
  }

  #of(database: SqlDatabase): Known<Key, Row> {
    const state = stateOf(database);
    const known = this.#known.get(database);
    return known?.state === state ? known : this.#forget(database, state);
  }

  #forget(database: SqlDatabase, state: string): Known<Key, Row> {
    const known = { state, rows: new Map(), count: 0 };
    this.#known.set(database, known);
    return known;
  }
}
