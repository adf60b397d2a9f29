import { saturation } from '../../../text/bm25.ts';
import type { ChunkTerms } from '../../chunk-terms.ts';
import type { SqlDatabase } from '../driver.ts';
import { GatheredPostings } from './merge-source.ts';
import { PageWriter } from './page.ts';
import { writePostings } from './posting-codec.ts';
import { insertPage, insertSegment } from './segment-tables.ts';
import { termKey } from './term-key.ts';

/** The terms of a chunk, ready to be indexed. */
export interface IndexedChunk {
  /** Row id. */
  readonly id: number;
  readonly terms: ChunkTerms;
}

/** Keeps the work of one segment short. */
const mostChunks = 1024;

/**
 * Adds chunks to the keyword index, in the caller's transaction, and gives the number of their postings. Their
 * ids ascend and are above all that the index has.
 */
export function addSegments(
  database: SqlDatabase,
  index: { readonly collectionId: number; readonly analyser: string },
  chunks: readonly IndexedChunk[],
): number {
  let postings = 0;
  for (let start = 0; start < chunks.length; start += mostChunks) {
    postings += addSegment(database, index, chunks.slice(start, start + mostChunks));
  }
  return postings;
}

function addSegment(
  database: SqlDatabase,
  index: { readonly collectionId: number; readonly analyser: string },
  chunks: readonly IndexedChunk[],
): number {
  const firstChunk = chunks[0]?.id ?? 0;
  const lengths = Uint32Array.from(chunks, ({ terms }) => terms.count);
  const referenceLength = averageOf(lengths);
  const postingCount = chunks.reduce((sum, { terms }) => sum + terms.frequencies.size, 0);
  const segment = insertSegment(database, {
    ...index,
    state: 'live',
    firstChunk,
    chunks: { offsets: Uint32Array.from(chunks, ({ id }) => id - firstChunk), lengths },
    postingCount,
    referenceLength,
    removalsSeen: 0,
  });
  const pages = new PageWriter((firstKey, bytes) => insertPage(database, segment, { firstKey, bytes }));
  const impactOf = impactsAt(lengths, referenceLength);
  const gathered = new GatheredPostings();
  for (const { key, pairs } of termsInOrder(chunks)) {
    gathered.count = 0;
    for (let place = 0; place < pairs.length; place += 2) {
      gathered.add(pairs[place] as number, pairs[place + 1] as number);
    }
    pages.add(key, gathered.count, (writer) => writePostings(writer, gathered, impactOf));
  }
  pages.flush();
  return postingCount;
}

/** At least 1, so that it can divide. */
export function averageOf(lengths: Uint32Array): number {
  return Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
}

/** The saturation of a posting when the average length is the reference. */
export function impactsAt(
  lengths: Uint32Array,
  referenceLength: number,
): (ordinal: number, frequency: number) => number {
  return (ordinal, frequency) => saturation(frequency, (lengths[ordinal] as number) / referenceLength);
}

interface KeyedTerm {
  readonly key: string;
  /** Ordinals and frequencies, in turns. */
  readonly pairs: readonly number[];
}

/** In order of their keys. */
function termsInOrder(chunks: readonly IndexedChunk[]): KeyedTerm[] {
  const byTerm = new Map<string, number[]>();
  for (const [ordinal, chunk] of chunks.entries()) {
    for (const [term, frequency] of chunk.terms.frequencies) {
      const known = byTerm.get(term);
      if (known) known.push(ordinal, frequency);
      else byTerm.set(term, [ordinal, frequency]);
    }
  }
  const terms = Array.from(byTerm, ([term, pairs]) => ({ key: termKey(term), pairs }));
  return terms.sort((a, b) => (a.key < b.key ? -1 : 1));
}
