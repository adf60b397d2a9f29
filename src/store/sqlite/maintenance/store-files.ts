import type { SqlDatabase } from '../database/driver.ts';
import type { OriginalFiles } from '../write/originals.ts';

/** What an open store consists of; everything else follows from these. */
export interface StoreFiles {
  readonly database: SqlDatabase;
  readonly originals: OriginalFiles;
}
