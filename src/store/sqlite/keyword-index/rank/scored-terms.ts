import { inverseDocumentFrequency, type QueryTerm } from '../../../../text/terms/bm25.ts';
import type { KeywordPrefix } from '../../../../text/terms/keyword-query.ts';
import type { SqlDatabase } from '../../database/driver.ts';
import { BlockCursor, type BlockRoom, makeRoom } from '../segments/block-cursor.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { PostingList, type Postings, writePostings } from '../segments/posting-codec.ts';
import { type SegmentIndex, forEachBlock } from '../segments/segment-index.ts';
import { termKey } from '../segments/term-key.ts';
import { impactsAt } from '../segments/add-segment.ts';
import { ByteWriter } from '../../../../util/byte-writer.ts';
import type { PageCache } from '../segments/page-cache.ts';

/** A term of a query with its postings in each segment. */
export interface ScoredTerm extends QueryTerm {
  readonly idf: number;
  /** Weight times idf. */
  readonly factor: number;
  readonly lists: readonly (PostingList | undefined)[];
}

/**
 * The terms, each with its idf over the chunks that are there.
 *
 * @param prefixes each becomes one term, of the chunks that have any word that begins so
 * @throws DamagedIndexError
 */
export function scoredTerms(
  database: SqlDatabase,
  index: KeywordIndex,
  wanted: { readonly terms: readonly QueryTerm[]; readonly prefixes: readonly KeywordPrefix[] },
): ScoredTerm[] {
  const scored = (term: QueryTerm, find: (segment: SegmentIndex) => PostingList | undefined): ScoredTerm => {
    let having = 0;
    const lists = index.segments.map((segment) => {
      const list = find(segment);
      if (list) having += segment.liveCountOf(list);
      return list;
    });
    const idf = inverseDocumentFrequency(index.chunkCount, having);
    return { ...term, idf, factor: term.weight * idf, lists };
  };
  const words = wanted.terms.map((term) => {
    const keys = [term.term, ...(term.forms ?? [])].map(termKey);
    return scored(term, (segment) =>
      unitedPostings(
        segment,
        keys.flatMap((key) => segment.find(database, index.pages, key) ?? []),
      ),
    );
  });
  const prefixes = wanted.prefixes.map((prefix) =>
    scored({ term: `${prefix.start}*`, weight: 1 }, (segment) =>
      prefixPostings(database, { segment, pages: index.pages }, prefix),
    ),
  );
  return [...words, ...prefixes];
}

/** A cursor for each term that the segment has. @param rooms used from the first on */
export function cursorsOf(
  index: KeywordIndex,
  terms: readonly ScoredTerm[],
  { segment, rooms = [] }: { readonly segment: number; readonly rooms?: BlockRoom[] },
): BlockCursor[] {
  const { row, lengths } = index.segments[segment] as SegmentIndex;
  const stretch = Math.max(1, index.averageLength / row.reference_length);
  const { norms } = index;
  const cursors: BlockCursor[] = [];
  for (const { lists, factor } of terms) {
    const list = lists[segment];
    if (list === undefined) continue;
    const room = (rooms[cursors.length] ??= makeRoom());
    cursors.push(new BlockCursor(list, { factor, stretch, lengths, norms }, room));
  }
  return cursors;
}

/**
 * The postings of all terms of a segment that begin so, and of the prefix as a word, as those of one term.
 * Costs a pass over the segment's chunks and over all those postings.
 */
function prefixPostings(
  database: SqlDatabase,
  { segment, pages }: { readonly segment: SegmentIndex; readonly pages: PageCache },
  prefix: KeywordPrefix,
): PostingList | undefined {
  const lists = [...segment.findAll(database, termKey(prefix.start))];
  // "companies*" begins no term, but its own is "compani".
  const own = prefix.term.startsWith(prefix.start)
    ? undefined
    : segment.find(database, pages, termKey(prefix.term));
  return unitedPostings(segment, own ? [...lists, own] : lists);
}

/** As those of one term: a chunk's frequency is the sum of theirs. */
function unitedPostings(segment: SegmentIndex, lists: readonly PostingList[]): PostingList | undefined {
  if (lists.length < 2) return lists[0];
  const sums = new Int32Array(segment.live.length);
  for (const list of lists) {
    forEachBlock(list, (ordinals, length, frequencies) => {
      for (let index = 0; index < length; index += 1) {
        sums[ordinals[index] as number]! += frequencies[index] as number;
      }
    });
  }
  const postings = postingsOf(sums);
  if (postings.count === 0) return undefined;
  const writer = new ByteWriter();
  writePostings(writer, postings, impactsAt(segment.lengths, segment.row.reference_length));
  return new PostingList(writer.view(), postings.count);
}

/** The chunks with a frequency above 0. */
function postingsOf(sums: Int32Array): Postings {
  const ordinals = new Int32Array(sums.length);
  const frequencies = new Int32Array(sums.length);
  let count = 0;
  for (let ordinal = 0; ordinal < sums.length; ordinal += 1) {
    const sum = sums[ordinal] as number;
    if (sum === 0) continue;
    ordinals[count] = ordinal;
    frequencies[count] = sum;
    count += 1;
  }
  return { ordinals, frequencies, count };
}
