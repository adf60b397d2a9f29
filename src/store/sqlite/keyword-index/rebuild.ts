import type { SqlDatabase } from '../database/driver.ts';

/**
 * Lets go of the collection's keyword index, in the caller's transaction: it is made anew, in small steps, when the
 * collection is next searched or written to.
 */
export function rebuildKeywordIndex(database: SqlDatabase, collectionId: number): void {
  database
    .prepare("UPDATE keyword_segments SET state = 'obsolete' WHERE collection_id = ?")
    .run([collectionId]);
  database.prepare("UPDATE collections SET analyser = '' WHERE id = ?").run([collectionId]);
  database.prepare('DELETE FROM document_languages WHERE collection_id = ?').run([collectionId]);
  database
    .prepare(
      `INSERT INTO document_languages SELECT collection_id, language, count(*) FROM documents
       WHERE collection_id = ? AND language IS NOT NULL GROUP BY language`,
    )
    .run([collectionId]);
}
