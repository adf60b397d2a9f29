import { analyserId } from '../../../text/terms/analyser.ts';
import { chunkTexts } from './chunk-texts.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { analyseChunk } from '../../chunk-terms.ts';
import { addPostings, type IndexedChunk } from './postings.ts';

/** About twenty milliseconds of work. */
const chunksPerStep = 200;

/** Whether the collection's postings were made by another analyser than this program's, or there are none. */
export function hasOtherTerms(collection: CollectionRow): boolean {
  return collection.analyser !== analyserId;
}

/**
 * Makes the next part of the collection's postings anew from its texts, inside the caller's transaction, beside those
 * that there are; once the last are made, these go. Gives whether that is so. To be called until it is: after a
 * crash, or by another process, it goes on where it stood.
 */
export function reanalyseSome(database: SqlDatabase, collection: CollectionRow): boolean {
  const chunks = nextChunks(database, collection);
  const update = database.prepare('UPDATE chunks SET term_count = ? WHERE id = ?');
  for (const { id, terms } of chunks) update.run([terms.count, id]);
  addPostings(database, collection.id, chunks);
  if (chunks.length === chunksPerStep) return false;
  retireOtherTerms(database, collection.id);
  database.prepare('UPDATE collections SET analyser = ? WHERE id = ?').run([analyserId, collection.id]);
  return true;
}

/** The next chunks after those that this program's postings have. */
function nextChunks(database: SqlDatabase, collection: CollectionRow): IndexedChunk[] {
  const done = database
    .prepare(
      `SELECT max(last_chunk) AS last FROM keyword_segments
       WHERE collection_id = ? AND analyser = ? AND state <> 'obsolete'`,
    )
    .get<{ last: number | null }>([collection.id, analyserId]);
  return chunkTexts(database, collection.id, { after: done?.last ?? 0, limit: chunksPerStep }).map(
    ({ id, context, content, language }) => ({ id, terms: analyseChunk(context, content, language) }),
  );
}

/** What searches no longer read is deleted little by little, as merging goes on. */
export function retireOtherTerms(database: SqlDatabase, collectionId: number): void {
  database
    .prepare(
      "UPDATE keyword_segments SET state = 'obsolete', analyser = ?1 WHERE collection_id = ?2 AND analyser <> ?1",
    )
    .run([analyserId, collectionId]);
}
