import type { SqlDatabase } from '../../database/driver.ts';
import { averageOf, impactsAt } from './add-segment.ts';
import { GatheredPostings, MergeSource } from './merge-source.ts';
import { PageWriter } from './page.ts';
import { writePostings } from './posting-codec.ts';
import {
  insertPage,
  insertSegment,
  latestRemoval,
  liveSegments,
  pagesFrom,
  readChunks,
  removedChunks,
  type SegmentChunks,
  type SegmentRow,
} from './segment-tables.ts';
import { bytesKey, keyBytes } from './term-key.ts';

/** Whose segments are merged: those of one analyser. */
export interface MergeScope {
  readonly collectionId: number;
  readonly analyser: string;
}

/** A segment that is not finished. */
export interface BuildingRow extends SegmentRow {
  /** The last key written. */
  readonly cursor: Uint8Array;
  /** Postings that it may copy but has not yet. */
  readonly credit: number;
  readonly removals_seen: number;
}

/** Makes the segment that these neighbours become; its postings are copied later. */
export function startMerge(database: SqlDatabase, scope: MergeScope, inputs: readonly SegmentRow[]): void {
  const [first, last] = [inputs[0] as SegmentRow, inputs.at(-1) as SegmentRow];
  const removalsSeen = latestRemoval(database);
  const kept = inputs.map((input) => keptChunks(database, scope, { input, upTo: removalsSeen }));
  const chunks = concatenate(database, inputs, kept);
  const building = insertSegment(database, {
    ...scope,
    state: 'building',
    firstChunk: first.first_chunk,
    chunks,
    postingCount: inputs.reduce((sum, input) => sum + input.posting_count, 0),
    referenceLength: chunks.lengths.length === 0 ? 1 : averageOf(chunks.lengths),
    removalsSeen,
  });
  // Removals in the range of the inputs count for it, although its own last chunk may be an earlier one.
  database
    .prepare('UPDATE keyword_segments SET last_chunk = ? WHERE id = ?')
    .run([last.last_chunk, building]);
  const mark = database.prepare('UPDATE keyword_segments SET merges_into = ? WHERE id = ?');
  for (const input of inputs) mark.run([building, input.id]);
}

/** How many chunks of an input stay, and where they go. */
interface KeptChunks {
  /** By ordinal the place among those that stay, −1 for one that has gone; absent when all stay. */
  readonly places?: Int32Array;
  readonly count: number;
}

function keptChunks(
  database: SqlDatabase,
  scope: MergeScope,
  { input, upTo }: { readonly input: SegmentRow; readonly upTo: number },
): KeptChunks {
  const range = { first: input.first_chunk, last: input.last_chunk, upTo };
  const gone = new Set(removedChunks(database, scope.collectionId, range));
  if (gone.size === 0) return { count: input.chunk_count };
  const { offsets } = readChunks(database, input);
  const places = new Int32Array(offsets.length);
  let count = 0;
  for (let ordinal = 0; ordinal < offsets.length; ordinal += 1) {
    const isGone = gone.has(input.first_chunk + (offsets[ordinal] as number));
    places[ordinal] = isGone ? -1 : count;
    if (!isGone) count += 1;
  }
  return { places, count };
}

function concatenate(
  database: SqlDatabase,
  inputs: readonly SegmentRow[],
  kept: readonly KeptChunks[],
): SegmentChunks {
  const count = kept.reduce((sum, input) => sum + input.count, 0);
  const joined = { offsets: new Uint32Array(count), lengths: new Uint32Array(count) };
  const base = inputs[0]?.first_chunk ?? 0;
  let start = 0;
  for (const [index, input] of inputs.entries()) {
    const { places, count: added } = kept[index] as KeptChunks;
    const { offsets, lengths } = readChunks(database, input);
    for (let ordinal = 0; ordinal < offsets.length; ordinal += 1) {
      const place = places ? (places[ordinal] as number) : ordinal;
      if (place < 0) continue;
      joined.offsets[start + place] = input.first_chunk - base + (offsets[ordinal] as number);
      joined.lengths[start + place] = lengths[ordinal] as number;
    }
    start += added;
  }
  return joined;
}

/**
 * Copies terms until the budget is used up; when all are copied, the segment takes the place of its inputs. Gives the
 * number of postings read.
 */
export function advanceMerge(
  database: SqlDatabase,
  scope: MergeScope,
  { building, budget }: { readonly building: BuildingRow; readonly budget: number },
): number {
  const sources = openSources(database, scope, building);
  const impactOf = impactsAt(readChunks(database, building).lengths, building.reference_length);
  const pages = new PageWriter((firstKey, bytes) => insertPage(database, building.id, { firstKey, bytes }));
  const gathered = new GatheredPostings();
  let cursor = bytesKey(building.cursor);
  let read = 0;
  let written = 0;
  let key = leastKey(sources);
  while (key !== undefined && read < budget) {
    gathered.count = 0;
    for (const source of sources) read += source.takeInto(gathered, key);
    written += gathered.count;
    if (gathered.count > 0) {
      pages.add(key, gathered.count, (writer) => writePostings(writer, gathered, impactOf));
    }
    cursor = key;
    key = leastKey(sources);
  }
  pages.flush();
  database
    .prepare(
      'UPDATE keyword_segments SET cursor = ?, credit = 0, posting_count = posting_count - ? WHERE id = ?',
    )
    .run([keyBytes(cursor), read - written, building.id]);
  if (key === undefined) finishMerge(database, scope, building);
  return read;
}

function openSources(database: SqlDatabase, scope: MergeScope, building: BuildingRow): MergeSource[] {
  const inputs = liveSegments(database, scope.collectionId, scope.analyser).filter(
    (segment) => segment.merges_into === building.id,
  );
  const after = bytesKey(building.cursor);
  let start = 0;
  return inputs.map((input) => {
    const { places, count } = keptChunks(database, scope, { input, upTo: building.removals_seen });
    const pages = pagesFrom(database, input.id, after);
    const source = new MergeSource(pages, { after, firstPlace: start, places });
    start += count;
    return source;
  });
}

function leastKey(sources: readonly MergeSource[]): string | undefined {
  let least: string | undefined;
  for (const { key } of sources) if (key !== undefined && (least === undefined || key < least)) least = key;
  return least;
}

function finishMerge(database: SqlDatabase, scope: MergeScope, building: BuildingRow): void {
  database.prepare("UPDATE keyword_segments SET state = 'obsolete' WHERE merges_into = ?").run([building.id]);
  database
    .prepare('UPDATE keyword_segments SET state = ?, cursor = NULL WHERE id = ?')
    .run([building.chunk_count === 0 ? 'obsolete' : 'live', building.id]);
  forgetRemovals(database, scope, building);
}

/** Removals that no segment needs any more: of chunks up to the merged, but for those of the segments before. */
function forgetRemovals(
  database: SqlDatabase,
  { collectionId, analyser }: MergeScope,
  merged: BuildingRow,
): void {
  database
    .prepare(
      `DELETE FROM keyword_removals WHERE collection_id = ?1 AND chunk <= ?3 AND sequence <= ?4
       AND chunk > (SELECT coalesce(max(last_chunk), 0) FROM keyword_segments
         WHERE collection_id = ?1 AND state <> 'obsolete' AND last_chunk < ?2)
       AND NOT EXISTS (SELECT 1 FROM keyword_segments WHERE collection_id = ?1 AND analyser <> ?5)`,
    )
    .run([collectionId, merged.first_chunk, merged.last_chunk, merged.removals_seen, analyser]);
}
