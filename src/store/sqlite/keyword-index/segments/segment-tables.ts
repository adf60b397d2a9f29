/**
 * The keyword index as it is stored. A write adds a segment: the chunks that it adds and their postings, written
 * once and never changed. Segments are merged into larger ones little by little (`merge.ts`); those of one
 * collection and analyser hold disjoint, ascending ranges of chunk row ids.
 *
 *   keyword_segments         a row a segment. `live` ones are searched, `building` ones are being merged from
 *                            those whose `merges_into` they are, `obsolete` ones wait to be deleted
 *   keyword_segment_chunks   of its chunks, in order, the row ids (from the first on) and lengths in terms
 *   keyword_pages            its terms and postings (`page.ts`) by the first term of each page
 *   keyword_removals         chunks that have gone, in the order of their going; a merge leaves them out for good
 *
 * All of it is derived from the chunks and has checksums: damage is told, and mended by analysing anew.
 */
import { crc32 } from 'node:zlib';
import type { SqlDatabase } from '../../database/driver.ts';
import { parseIds } from '../../database/id-list.ts';
import { bytesKey, keyBytes } from './term-key.ts';
import { littleEndian } from '../../../../util/little-endian.ts';

/** A segment as its row has it. */
export interface SegmentRow {
  readonly id: number;
  readonly first_chunk: number;
  readonly last_chunk: number;
  readonly chunk_count: number;
  readonly posting_count: number;
  /** The average length in terms for which impacts are bounded. */
  readonly reference_length: number;
  /** About as many of its chunks have gone. */
  readonly removed: number;
  /** Into which unfinished segment it is being merged. */
  readonly merges_into: number | null;
}

/** The chunks of a segment by ordinal. */
export interface SegmentChunks {
  /** Row ids less the first chunk's, ascending. */
  readonly offsets: Uint32Array;
  /** In terms. */
  readonly lengths: Uint32Array;
}

/** What is read of the index is not what was written. */
export class DamagedIndexError extends Error {
  override readonly name = 'DamagedIndexError';
}

const segmentColumns =
  'id, first_chunk, last_chunk, chunk_count, posting_count, reference_length, removed, merges_into';

/** More postings than a database of one machine has. */
const mostPostings = 2 ** 32;

/** Merging goes by these counts, and over a damaged one it would never come to its end. @throws DamagedIndexError */
export function requireCounts(segment: SegmentRow): void {
  for (const count of [segment.posting_count, segment.chunk_count]) {
    if (Number.isInteger(count) && count >= 0 && count <= mostPostings) continue;
    throw new DamagedIndexError(`The counts of keyword segment ${segment.id} are damaged.`);
  }
}

/** In order of their chunks. @throws DamagedIndexError */
export function liveSegments(database: SqlDatabase, collectionId: number, analyser: string): SegmentRow[] {
  const segments = database
    .prepare(
      `SELECT ${segmentColumns} FROM keyword_segments
       WHERE collection_id = ? AND analyser = ? AND state = 'live' ORDER BY last_chunk`,
    )
    .all<SegmentRow>([collectionId, analyser]);
  for (const segment of segments) requireCounts(segment);
  return segments;
}

export interface NewSegment {
  readonly collectionId: number;
  readonly analyser: string;
  readonly state: 'live' | 'building';
  readonly firstChunk: number;
  readonly chunks: SegmentChunks;
  readonly postingCount: number;
  readonly referenceLength: number;
  /** Removals up to this sequence number are not in it. */
  readonly removalsSeen: number;
}

export function insertSegment(database: SqlDatabase, segment: NewSegment): number {
  const { chunks, firstChunk } = segment;
  const { lastInsertRowid } = database
    .prepare(
      `INSERT INTO keyword_segments (collection_id, analyser, state, first_chunk, last_chunk, chunk_count,
         posting_count, reference_length, removals_seen, cursor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([
      segment.collectionId,
      segment.analyser,
      segment.state,
      firstChunk,
      firstChunk + (chunks.offsets.at(-1) ?? 0),
      chunks.offsets.length,
      segment.postingCount,
      segment.referenceLength,
      segment.removalsSeen,
      segment.state === 'building' ? new Uint8Array() : null,
    ]);
  const [ids, lengths] = [toLittleEndian(chunks.offsets), toLittleEndian(chunks.lengths)];
  database
    .prepare('INSERT INTO keyword_segment_chunks (segment, ids, lengths, checksum) VALUES (?, ?, ?, ?)')
    .run([lastInsertRowid, ids, lengths, crc32(lengths, crc32(ids))]);
  return lastInsertRowid;
}

/** @throws DamagedIndexError */
export function readChunks(
  database: SqlDatabase,
  segment: Pick<SegmentRow, 'id' | 'chunk_count'>,
): SegmentChunks {
  const row = database
    .prepare('SELECT ids, lengths, checksum FROM keyword_segment_chunks WHERE segment = ?')
    .get<{ ids: Uint8Array; lengths: Uint8Array; checksum: number }>([segment.id]);
  if (row?.ids.length !== 4 * segment.chunk_count || crc32(row.lengths, crc32(row.ids)) !== row.checksum) {
    throw new DamagedIndexError(`The chunks of keyword segment ${segment.id} are damaged.`);
  }
  return { offsets: fromLittleEndian(row.ids), lengths: fromLittleEndian(row.lengths) };
}

export function insertPage(
  database: SqlDatabase,
  segment: number,
  page: { readonly firstKey: string; readonly bytes: Uint8Array },
): void {
  database
    .prepare('INSERT INTO keyword_pages (segment, first_term, entries, checksum) VALUES (?, ?, ?, ?)')
    .run([segment, keyBytes(page.firstKey), page.bytes, crc32(page.bytes)]);
}

/** The first key of each page of a segment in order, and the pages' row ids. */
export interface PageDirectory {
  readonly keys: readonly string[];
  readonly ids: readonly number[];
}

export function readDirectory(database: SqlDatabase, segment: number): PageDirectory {
  const rows = database
    .prepare('SELECT id, first_term FROM keyword_pages WHERE segment = ? ORDER BY first_term')
    .all<{ id: number; first_term: Uint8Array }>([segment]);
  return { keys: rows.map((row) => bytesKey(row.first_term)), ids: rows.map((row) => row.id) };
}

interface PageRow {
  readonly entries: Uint8Array;
  readonly checksum: number;
}

/** @throws DamagedIndexError */
export function readPage(database: SqlDatabase, id: number): Uint8Array {
  const row = database.prepare('SELECT entries, checksum FROM keyword_pages WHERE id = ?').get<PageRow>([id]);
  return checkedPage(row);
}

/** Pages of a segment from the one on that has or would have the key. @throws DamagedIndexError */
export function* pagesFrom(database: SqlDatabase, segment: number, key: string): Generator<Uint8Array> {
  const first = database
    .prepare(`SELECT max(first_term) AS first_term FROM keyword_pages WHERE segment = ? AND first_term <= ?`)
    .get<{ first_term: Uint8Array | null }>([segment, keyBytes(key)]);
  const next = database.prepare(
    `SELECT first_term, entries, checksum FROM keyword_pages WHERE segment = ? AND first_term >= ?
     ORDER BY first_term LIMIT 1`,
  );
  let from = first?.first_term ?? new Uint8Array();
  for (;;) {
    const row = next.get<PageRow & { first_term: Uint8Array }>([segment, from]);
    if (!row) return;
    yield checkedPage(row);
    // The least key above.
    from = Buffer.concat([row.first_term, Buffer.of(0)]);
  }
}

function checkedPage(row: PageRow | undefined): Uint8Array {
  if (row && crc32(row.entries) === row.checksum) return row.entries;
  throw new DamagedIndexError('A page of the keyword index is damaged.');
}

/** Row ids of the chunks from `first` to `last` that have gone, up to the removal number `upTo`. */
export function removedChunks(
  database: SqlDatabase,
  collectionId: number,
  range: { readonly first: number; readonly last: number; readonly upTo?: number },
): Float64Array {
  const row = database
    .prepare(
      `SELECT group_concat(chunk) AS ids FROM keyword_removals
       WHERE collection_id = ? AND chunk BETWEEN ? AND ? AND sequence <= ?`,
    )
    .get<{ ids: Uint8Array | null }>([
      collectionId,
      range.first,
      range.last,
      range.upTo ?? Number.MAX_SAFE_INTEGER,
    ]);
  return parseIds(row?.ids);
}

/** Row ids of the chunks that have gone after the removal number `sequence`. */
export function removedAfter(database: SqlDatabase, collectionId: number, sequence: number): Float64Array {
  const row = database
    .prepare(
      `SELECT group_concat(chunk) AS ids FROM keyword_removals
       WHERE sequence > ? AND collection_id = ?`,
    )
    .get<{ ids: Uint8Array | null }>([sequence, collectionId]);
  return parseIds(row?.ids);
}

/** The number of the latest removal in the database. */
export function latestRemoval(database: SqlDatabase): number {
  return (
    database.prepare('SELECT max(sequence) AS latest FROM keyword_removals').get<{ latest: number | null }>()
      ?.latest ?? 0
  );
}

/** Four bytes a number, the lowest first. */
function toLittleEndian(numbers: Uint32Array): Uint8Array {
  return littleEndian(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength));
}

/** The inverse of `toLittleEndian`. */
function fromLittleEndian(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(littleEndian(bytes).buffer);
}
