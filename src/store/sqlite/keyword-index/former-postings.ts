import type { SqlDatabase } from '../database/driver.ts';

/** Drops what version 0.1 kept postings in: virtual tables, one pair a collection, which no cascade reaches. */
export function dropFormerPostings(database: SqlDatabase, collectionId: number): void {
  const table = `fts_${Math.trunc(collectionId)}`;
  database.exec(`DROP TABLE IF EXISTS ${table}_terms`);
  database.exec(`DROP TABLE IF EXISTS ${table}`);
}
