import { analyserId } from '../../text/analyser.ts';
import { contextTerms } from '../../text/bm25.ts';
import { keywordTerms } from '../../text/keyword-terms.ts';
import type { SqlDatabase } from './driver.ts';
import { addSegments, type ChunkTerms, type IndexedChunk } from './keyword-index/add-segment.ts';
import { advanceMerges } from './keyword-index/merge.ts';
import { rebuildKeywordIndex } from './keyword-index/rebuild.ts';
import { DamagedIndexError } from './keyword-index/segment-tables.ts';

export type { ChunkTerms, IndexedChunk };

/** A posting that is written pays for as many copies: more than it is ever copied, so that merging keeps up. */
const copiesPaid = 12;
const leastBudget = 2000;

/** The terms of a chunk as they are indexed. */
export function analyseChunk(context: string, content: string, language: string | undefined): ChunkTerms {
  const frequencies = new Map<string, number>();
  const terms = [...contextTerms(context, language), ...keywordTerms(content, language)];
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { frequencies, count: terms.length };
}

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
  if (chunks.length > 0) mergePostings(database, collectionId, leastBudget + copiesPaid * postings);
}

/**
 * Does a part of the merging that is due, in the caller's transaction, and gives whether more is. A damaged index is
 * let go: it is made anew when it is next used.
 *
 * @param budget how many postings may be copied, about
 */
export function mergePostings(database: SqlDatabase, collectionId: number, budget: number): boolean {
  try {
    return advanceMerges(database, { collectionId, analyser: analyserId }, budget);
  } catch (error) {
    if (!(error instanceof DamagedIndexError)) throw error;
    rebuildKeywordIndex(database, collectionId);
    return false;
  }
}
