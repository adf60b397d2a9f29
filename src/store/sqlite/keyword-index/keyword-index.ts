import { lengthNorm } from '../../../text/terms/bm25.ts';
import { stateOf } from '../database/database-state.ts';
import type { SqlDatabase } from '../database/driver.ts';
import type { BlockRoom } from './segments/block-cursor.ts';
import { PageCache } from './segments/page-cache.ts';
import type { MergeScope } from './segments/merge-segments.ts';
import { SegmentIndex } from './segments/segment-index.ts';
import { latestRemoval, liveSegments, removedAfter } from './segments/segment-tables.ts';
import { toText } from '../database/text-bytes.ts';

/** Of postings, a collection. */
const mostCachedBytes = 32 * 2 ** 20;

/**
 * The keyword index of a collection as searches see it, caught up with the database before each: segments that
 * are new are loaded, those that were merged are let go, chunks that have gone are taken out.
 */
export class KeywordIndex {
  readonly pages = new PageCache(mostCachedBytes);
  /** For the cursors of a search, and of the next one. */
  readonly rooms: BlockRoom[] = [];
  /** In order of their chunks. */
  segments: readonly SegmentIndex[] = [];
  /** Of its documents, that of most first: queries are read in them. */
  languages: readonly string[] = [];
  /** How many chunks there are. */
  chunkCount = 0;
  /** Of the chunks that there are, in terms. */
  averageLength = NaN;
  /** By length: what a frequency must be for half of a term's part of the score. */
  norms = new Float64Array();
  private readonly scope: MergeScope;
  private latestRemoval = 0;
  /** Of the database when it was last caught up with. */
  private state: string | undefined;

  constructor(scope: MergeScope) {
    this.scope = scope;
  }

  /** Inside a read transaction. @throws DamagedIndexError */
  catchUp(database: SqlDatabase): void {
    const state = stateOf(database);
    if (state === this.state) return;
    const { collectionId, analyser } = this.scope;
    const known = new Map(this.segments.map((segment) => [segment.row.id, segment]));
    const rows = liveSegments(database, collectionId, analyser);
    const segments = rows.map((row) => known.get(row.id) ?? new SegmentIndex(database, collectionId, row));
    const gone = known.size === 0 ? [] : removedAfter(database, collectionId, this.latestRemoval);
    for (const segment of known.values()) for (const id of gone) segment.remove(id);
    this.segments = segments;
    this.measure();
    this.languages = languagesOf(database, collectionId);
    this.latestRemoval = Math.max(this.latestRemoval, latestRemoval(database));
    this.state = state;
  }

  private measure(): void {
    const { segments } = this;
    this.chunkCount = segments.reduce((sum, segment) => sum + segment.liveCount, 0);
    const averageLength = segments.reduce((sum, segment) => sum + segment.liveLength, 0) / this.chunkCount;
    const count = 1 + segments.reduce((most, segment) => Math.max(most, segment.longest), 0);
    if (averageLength === this.averageLength && this.norms.length >= count) return;
    this.averageLength = averageLength;
    this.norms = Float64Array.from({ length: count }, (_, length) => lengthNorm(length / averageLength));
  }
}

/** Those that are known of documents, that of most first. */
function languagesOf(database: SqlDatabase, collectionId: number): string[] {
  return database
    .prepare(
      `SELECT language FROM document_languages WHERE collection_id = ? AND documents > 0
       ORDER BY documents DESC, language`,
    )
    .all<{ language: Uint8Array }>([collectionId])
    .map(({ language }) => toText(language));
}
