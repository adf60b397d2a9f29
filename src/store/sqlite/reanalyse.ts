import { analyserId } from '../../text/analyser.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { addPostings, analyseChunk, createPostings, dropPostings } from './postings.ts';
import { toText } from './text-bytes.ts';

interface StoredText {
  readonly id: number;
  readonly content: Uint8Array;
  readonly context: Uint8Array;
  readonly language: string | null;
}

const chunksPerRead = 500;

/** Whether the collection's postings were made by another analyser than this program's. */
export function hasOtherTerms(collection: CollectionRow): boolean {
  return collection.analyser !== analyserId;
}

/** Makes the collection's postings anew from its texts, inside the caller's transaction. */
export function reanalyse(database: SqlDatabase, collection: CollectionRow): void {
  dropPostings(database, collection.id);
  createPostings(database, collection.id);
  const select = database.prepare(
    `SELECT c.id, b.content, b.context, d.language FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
     JOIN documents d ON d.id = c.document WHERE c.collection_id = ? AND c.id > ? ORDER BY c.id LIMIT ?`,
  );
  const update = database.prepare('UPDATE chunks SET term_count = ? WHERE id = ?');
  let last = 0;
  for (;;) {
    const rows = select.all<StoredText>([collection.id, last, chunksPerRead]);
    for (const { id, content, context, language } of rows) {
      const terms = analyseChunk(toText(context), toText(content), language ?? undefined);
      addPostings(database, collection.id, id, terms);
      update.run([terms.count, id]);
      last = id;
    }
    if (rows.length < chunksPerRead) break;
  }
  database.prepare('UPDATE collections SET analyser = ? WHERE id = ?').run([analyserId, collection.id]);
}
