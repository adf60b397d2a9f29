import { analyserId } from '../../../text/terms/analyser.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { addSegments, type IndexedChunk } from './segments/add-segment.ts';
import { advanceMerges, type MergeStep } from './segments/merge.ts';
import { rebuildKeywordIndex } from './rebuild.ts';
import { DamagedIndexError } from './segments/segment-tables.ts';

export type { IndexedChunk };

/** A posting that is written pays for as many copies: more than it is ever copied, so that merging keeps up. */
const copiesPaid = 12;
const leastBudget = 2000;

/**
 * Adds chunks to the collection's keyword index, in the caller's transaction, and does a part of the merging that
 * is due. Removals need nothing done: the tables' triggers note them.
 */
export function addPostings(
  database: SqlDatabase,
  collectionId: number,
  chunks: readonly IndexedChunk[],
): void {
  const postings = addSegments(database, { collectionId, analyser: analyserId }, chunks);
  if (chunks.length === 0) return;
  mergePostings(database, collectionId, { budget: leastBudget + copiesPaid * postings, time: 'writing' });
}

/**
 * Does a part of the merging that is due, in the caller's transaction, and gives whether more is. A damaged index is
 * let go: it is made anew when it is next used.
 */
export function mergePostings(database: SqlDatabase, collectionId: number, step: MergeStep): boolean {
  try {
    return advanceMerges(database, { collectionId, analyser: analyserId }, step);
  } catch (error) {
    if (!(error instanceof DamagedIndexError)) throw error;
    rebuildKeywordIndex(database, collectionId);
    return false;
  }
}
