import { perState } from '../database/database-state.ts';
import type { SqlDatabase } from '../database/driver.ts';

/** Some hundred bytes each. */
const mostRows = 10_000;

interface Known<Key, Row> {
  /** By row ids of collections. */
  readonly rows: Map<number, Map<Key, Row>>;
  count: number;
}

/** What was read of single rows, kept while the database does not change. */
export class KnownRows<Key, Row> {
  readonly #known = perState((): Known<Key, Row> => ({ rows: new Map(), count: 0 }));
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
    const known = this.#known(database);
    const before = known.rows.get(collection);
    let missing = before ? keys.filter((key) => !before.has(key)) : keys;
    if (before && missing.length === 0) return before;
    if (known.count + missing.length > this.#most) {
      known.rows.clear();
      known.count = 0;
      missing = keys;
    }
    const rows = known.rows.get(collection) ?? new Map<Key, Row>();
    known.rows.set(collection, rows);
    const { size } = rows;
    for (const [key, row] of missing.length > 0 ? read(missing) : []) rows.set(key, row);
    known.count += rows.size - size;
    return rows;
  }
}
