import { inverseDocumentFrequency, queryTerms, saturation } from '../../text/bm25.ts';
import type { KeywordResult, SearchScope } from '../store.ts';
import type { ChunkMirror, MirrorColumn } from './chunk-mirror.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { occurrencesOf } from './postings.ts';
import { bestChunks, maskOf } from './scored-chunks.ts';

interface LengthRow {
  readonly id: number;
  readonly term_count: number;
}

/** Lengths in terms of a collection's chunks, in the order of a mirror's positions. */
export class ChunkLengths implements MirrorColumn<LengthRow> {
  readonly sql = `SELECT id, term_count FROM chunks
    WHERE collection_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3`;
  /** Sum of the lengths. */
  total = 0;
  private lengths: number[] = [];

  get values(): readonly number[] {
    return this.lengths;
  }

  append(row: LengthRow): void {
    this.lengths.push(row.term_count);
    this.total += row.term_count;
  }

  keep(positions: readonly number[]): void {
    const kept = positions.map((position) => this.lengths[position] ?? 0);
    this.total = kept.reduce((sum, length) => sum + length, 0);
    this.lengths = kept;
  }
}

/** What a keyword search scans: positions of the mirror are those of the lengths. */
export interface KeywordIndex {
  /** Whose terms the lengths count. */
  readonly analyser: string;
  readonly mirror: ChunkMirror<LengthRow>;
  readonly lengths: ChunkLengths;
}

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the
 * average length are of the whole collection, whatever the filter.
 */
export function searchKeyword(
  database: SqlDatabase,
  collection: CollectionRow,
  request: { readonly query: string; readonly scope: SearchScope; readonly index: KeywordIndex },
): KeywordResult {
  const { query, scope, index } = request;
  index.mirror.catchUp(database, collection);
  const wanted = queryTerms(query, dominantLanguage(database, collection));
  const allowed = maskOf(database, collection, { scope, mirror: index.mirror });
  const scores = new Float64Array(index.mirror.ids.length).fill(NaN);
  const terms = wanted.map(({ term, weight }) => {
    scope.signal?.throwIfAborted();
    const frequencies = frequenciesOf(occurrencesOf(database, collection.id, term), index.mirror);
    const idf = inverseDocumentFrequency(scores.length, frequencies.size);
    addScores(frequencies, { scores, lengths: index.lengths, allowed, factor: weight * idf });
    return { term, weight, idf };
  });
  return { hits: bestChunks(database, { scores, ids: index.mirror.ids, limit: scope.limit }), terms };
}

/** How often each chunk has the term, by position. */
function frequenciesOf(occurrences: readonly number[], mirror: KeywordIndex['mirror']): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const id of occurrences) {
    const position = mirror.positionOf(id);
    if (position !== undefined) frequencies.set(position, (frequencies.get(position) ?? 0) + 1);
  }
  return frequencies;
}

interface Scoring {
  readonly scores: Float64Array;
  readonly lengths: ChunkLengths;
  readonly allowed: Uint8Array | undefined;
  /** Query weight times idf. */
  readonly factor: number;
}

/** Adds a term's part to the scores of the chunks that have it. */
function addScores(
  frequencies: ReadonlyMap<number, number>,
  { scores, lengths, allowed, factor }: Scoring,
): void {
  const averageLength = lengths.total / scores.length;
  for (const [position, frequency] of frequencies) {
    if (allowed?.[position] === 0) continue;
    const relativeLength = (lengths.values[position] ?? 0) / averageLength;
    const before = scores[position] as number;
    scores[position] = (Number.isNaN(before) ? 0 : before) + factor * saturation(frequency, relativeLength);
  }
}

/** The language of most documents; `undefined`, which the analyser reads as English, when none is known. */
function dominantLanguage(database: SqlDatabase, collection: CollectionRow): string | undefined {
  const row = database
    .prepare(
      `SELECT language, count(*) AS documents FROM documents WHERE collection_id = ? AND language IS NOT NULL
       GROUP BY language ORDER BY documents DESC, language LIMIT 1`,
    )
    .get<{ language: string }>([collection.id]);
  return row?.language;
}
