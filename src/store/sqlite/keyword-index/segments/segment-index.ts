import type { SqlDatabase } from '../../database/driver.ts';
import { lowerBound } from '../../../../util/lists/ascending.ts';
import { BlockCursor } from './block-cursor.ts';
import { Page } from './page.ts';
import type { PageCache } from './page-cache.ts';
import { PostingList, postingsPerBlock } from './posting-codec.ts';
import {
  type PageDirectory,
  readChunks,
  readDirectory,
  readPage,
  removedChunks,
  type SegmentRow,
} from './segment-tables.ts';

/** More pages than a segment has. */
const mostPages = 2 ** 24;

/**
 * A segment as searches see it: its chunks and the first terms of its pages in memory (thirteen bytes a chunk),
 * pages by way of a cache.
 */
export class SegmentIndex {
  readonly row: SegmentRow;
  /** By ordinal: row ids, ascending. */
  readonly ids: Float64Array;
  /** By ordinal, in terms. */
  readonly lengths: Uint32Array;
  /** By ordinal 1, or 0 for a chunk that has gone. */
  readonly live: Uint8Array;
  liveCount: number;
  /** Sum of the lengths of those that are there. */
  liveLength = 0;
  longest = 0;
  private readonly removed: number[] = [];
  private directory: PageDirectory | undefined;
  /** How many of a list's postings are of chunks that have gone, as far as they were looked at. */
  private readonly removedOf = new WeakMap<PostingList, { seen: number; count: number }>();

  /** @throws DamagedIndexError */
  constructor(database: SqlDatabase, collectionId: number, row: SegmentRow) {
    this.row = row;
    const { offsets, lengths } = readChunks(database, row);
    this.lengths = lengths;
    this.ids = new Float64Array(offsets.length);
    for (let ordinal = 0; ordinal < offsets.length; ordinal += 1) {
      this.ids[ordinal] = row.first_chunk + (offsets[ordinal] as number);
    }
    this.liveCount = row.chunk_count;
    this.live = new Uint8Array(row.chunk_count).fill(1);
    for (const length of this.lengths) {
      this.liveLength += length;
      if (length > this.longest) this.longest = length;
    }
    const range = { first: row.first_chunk, last: row.last_chunk };
    for (const id of removedChunks(database, collectionId, range)) this.remove(id);
  }

  /** Takes note that the chunk has gone; ids of other segments' chunks do nothing. */
  remove(id: number): void {
    const ordinal = lowerBound(this.ids, id);
    if (this.ids[ordinal] !== id || this.live[ordinal] === 0) return;
    this.live[ordinal] = 0;
    this.liveCount -= 1;
    this.liveLength -= this.lengths[ordinal] as number;
    this.removed.push(ordinal);
  }

  /** The term's postings, those of chunks that have gone among them. @throws DamagedIndexError */
  find(database: SqlDatabase, pages: PageCache, key: string): PostingList | undefined {
    const directory = this.directoryOf(database);
    const index = lastUpTo(directory.keys, key);
    if (index < 0) return undefined;
    const load = () => new Page(readPage(database, directory.ids[index] as number));
    return pages.find(this.row.id * mostPages + index, load, key);
  }

  /** The postings of each term whose key begins so. @throws DamagedIndexError */
  *findAll(database: SqlDatabase, start: string): Generator<PostingList> {
    const { keys, ids } = this.directoryOf(database);
    for (let index = Math.max(0, lastUpTo(keys, start)); index < ids.length; index += 1) {
      const first = keys[index] as string;
      if (first > start && !first.startsWith(start)) return;
      for (const { key, bytes, count } of new Page(readPage(database, ids[index] as number)).entries()) {
        if (key.startsWith(start)) yield new PostingList(bytes, count);
      }
    }
  }

  /** How many chunks that are there have the term: exact. */
  liveCountOf(list: PostingList): number {
    if (this.removed.length === 0) return list.count;
    const known = this.removedOf.get(list) ?? { seen: 0, count: 0 };
    const fresh = this.removed.slice(known.seen);
    const isLong = fresh.length > list.blockCount;
    const count = isLong ? this.countRemoved(list) : known.count + countOf(list, fresh);
    this.removedOf.set(list, { seen: this.removed.length, count });
    return list.count - count;
  }

  private countRemoved(list: PostingList): number {
    let count = 0;
    forEachBlock(list, (ordinals, length) => {
      for (let index = 0; index < length; index += 1)
        count += 1 - (this.live[ordinals[index] as number] ?? 1);
    });
    return count;
  }

  private directoryOf(database: SqlDatabase): PageDirectory {
    this.directory ??= readDirectory(database, this.row.id);
    return this.directory;
  }
}

/** How many of the ordinals the list has. */
function countOf(list: PostingList, ordinals: readonly number[]): number {
  const cursor = new BlockCursor(list);
  return [...ordinals].sort((a, b) => a - b).filter((ordinal) => cursor.frequencyOf(ordinal) > 0).length;
}

export function forEachBlock(
  list: PostingList,
  visit: (ordinals: Int32Array, length: number, frequencies: Int32Array) => void,
): void {
  const ordinals = new Int32Array(postingsPerBlock);
  const frequencies = new Int32Array(postingsPerBlock);
  for (let block = 0; block < list.blockCount; block += 1) {
    visit(ordinals, list.decode(block, ordinals, frequencies), frequencies);
  }
}

/** The index of the last key that is not above; −1 when all are. */
function lastUpTo(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
