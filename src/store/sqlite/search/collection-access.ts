import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';

/** How a store runs actions on the collection of a name: each in a transaction of its own. */
export interface CollectionAccess {
  readonly database: SqlDatabase;
  reading<Result>(name: string, action: (row: CollectionRow) => Result): Result;
  writing<Result>(
    name: string,
    action: (row: CollectionRow) => Result,
    signal?: AbortSignal,
  ): Promise<Result>;
}
