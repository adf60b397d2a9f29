import { analyserId } from '../../text/analyser.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { startMerge } from './keyword-index/merge-segments.ts';
import { liveSegments, removedChunks } from './keyword-index/segment-tables.ts';
import { mergePostings } from './postings.ts';
import { hasOtherTerms, retireOtherTerms } from './reanalyse.ts';

/** A few milliseconds of work. */
const postingsPerStep = 200_000;

/**
 * Does a step, in the caller's transaction, towards an index without a word of chunks that have gone, and gives whether
 * more is to be done.
 */
export function purgePostings(database: SqlDatabase, collection: CollectionRow): boolean {
  const { id: collectionId } = collection;
  if (hasOtherTerms(collection)) retireOtherTerms(database, collectionId);
  if (mergePostings(database, collectionId, { budget: postingsPerStep, time: 'quiet' })) return true;
  const segments = liveSegments(database, collectionId, analyserId);
  const worn = segments.find(({ first_chunk: first, last_chunk: last }) => {
    return removedChunks(database, collectionId, { first, last }).length > 0;
  });
  if (worn) startMerge(database, { collectionId, analyser: analyserId }, [worn]);
  return worn !== undefined;
}
