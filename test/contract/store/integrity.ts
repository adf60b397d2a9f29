import { collectionRows } from '../../../src/store/sqlite/collections.ts';
import type { SqlDatabase } from '../../../src/store/sqlite/database/driver.ts';
import { toText } from '../../../src/store/sqlite/database/text-bytes.ts';
import { checkKeywordIndex } from '../../../src/store/sqlite/keyword-index/check.ts';

const parents = [
  ['documents', 'collection_id', 'collections', 'id'],
  ['document_texts', 'document', 'documents', 'id'],
  ['pages', 'document', 'documents', 'id'],
  ['document_columns', 'document', 'documents', 'id'],
  ['document_fields', 'document', 'documents', 'id'],
  ['chunks', 'document', 'documents', 'id'],
  ['chunk_bodies', 'chunk', 'chunks', 'id'],
  ['chunk_fields', 'chunk', 'chunks', 'id'],
  ['vectors', 'chunk', 'chunks', 'id'],
  ['embedded_texts', 'chunk', 'chunks', 'id'],
  ['staged_vectors', 'chunk', 'chunks', 'id'],
  ['staged_vectors', 'reembedding', 'reembeddings', 'id'],
  ['reembeddings', 'collection_id', 'collections', 'id'],
  ['collection_models', 'collection_id', 'collections', 'id'],
  ['adaptations', 'collection_id', 'collections', 'id'],
] as const;

/** What is wrong inside a store's database: damage, rows without their parent, chunks without their parts. */
export function faultsOf(database: SqlDatabase): string[] {
  const count = (sql: string) => database.prepare(sql).get<{ count: number }>()?.count ?? 0;
  const faults: string[] = [];
  const check = database
    .prepare('SELECT integrity_check AS finding FROM pragma_integrity_check')
    .get<{ finding: Uint8Array }>();
  const finding = check && toText(check.finding);
  if (finding !== 'ok') faults.push(`integrity: ${finding}`);
  for (const [table, key, parent, id] of parents) {
    const orphans = count(
      `SELECT count(*) AS count FROM ${table} WHERE ${key} NOT IN (SELECT ${id} FROM ${parent})`,
    );
    if (orphans > 0) faults.push(`${orphans} orphans in ${table}`);
  }
  for (const table of ['chunk_bodies', 'vectors']) {
    const missing = count(
      `SELECT count(*) AS count FROM chunks WHERE id NOT IN (SELECT chunk FROM ${table})`,
    );
    if (missing > 0) faults.push(`${missing} chunks without a row in ${table}`);
  }
  const collections = collectionRows(database);
  for (const collection of collections) faults.push(...checkKeywordIndex(database, collection));
  return faults;
}
