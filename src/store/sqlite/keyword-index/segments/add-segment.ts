import { saturation } from '../../../../text/terms/bm25.ts';
import type { ChunkTerms } from '../../../chunk-terms.ts';
import type { SqlDatabase } from '../../database/driver.ts';
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
  for (const { key, postings } of termsInOrder(chunks, postingCount)) {
    gathered.count = 0;
    for (let place = 0; place < postings.length; place += 2) {
      gathered.add(postings[place]!, postings[place + 1]!);
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
  readonly postings: Uint32Array;
}

/** In order of their keys. */
function* termsInOrder(chunks: readonly IndexedChunk[], postingCount: number): Generator<KeyedTerm> {
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  /** Of each posting the number of its term, its ordinal and its frequency. */
  const listed = new Uint32Array(3 * postingCount);
  const counts: number[] = [];
  let end = 0;
  for (const [ordinal, chunk] of chunks.entries()) {
    for (const [term, frequency] of chunk.terms.frequencies) {
      let number = numbers.get(term);
      if (number === undefined) {
        number = keys.push(termKey(term)) - 1;
        numbers.set(term, number);
        counts.push(0);
      }
      counts[number]! += 1;
      listed[end++] = number;
      listed[end++] = ordinal;
      listed[end++] = frequency;
    }
  }
  const { starts, postings } = byTerm(listed, counts);
  const order = Uint32Array.from(keys.keys()).sort((a, b) => (keys[a]! < keys[b]! ? -1 : 1));
  for (const number of order) {
    const start = starts[number]!;
    yield { key: keys[number]!, postings: postings.subarray(start, start + 2 * counts[number]!) };
  }
}

/** Ordinals and frequencies of each term, side by side, and where they start. */
function byTerm(listed: Uint32Array, counts: readonly number[]) {
  const starts = new Uint32Array(counts.length);
  for (let term = 1; term < counts.length; term += 1)
    starts[term] = starts[term - 1]! + 2 * counts[term - 1]!;
  const ends = starts.slice();
  const postings = new Uint32Array((2 * listed.length) / 3);
  for (let at = 0; at < listed.length; at += 3) {
    const term = listed[at]!;
    postings[ends[term]!++] = listed[at + 1]!;
    postings[ends[term]!++] = listed[at + 2]!;
  }
  return { starts, postings };
}
