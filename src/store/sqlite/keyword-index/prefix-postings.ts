import type { KeywordPrefix } from '../../../text/terms/keyword-query.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { impactsAt } from './segments/add-segment.ts';
import { ByteWriter } from '../../../util/byte-writer.ts';
import type { PageCache } from './segments/page-cache.ts';
import { PostingList, type Postings, writePostings } from './segments/posting-codec.ts';
import { forEachBlock, type SegmentIndex } from './segments/segment-index.ts';
import { termKey } from './segments/term-key.ts';

/**
 * The postings of all terms of a segment that begin so, and of the prefix as a word, as those of one term.
 * Costs a pass over the segment's chunks and over all those postings.
 */
export function prefixPostings(
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
export function unitedPostings(
  segment: SegmentIndex,
  lists: readonly PostingList[],
): PostingList | undefined {
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
