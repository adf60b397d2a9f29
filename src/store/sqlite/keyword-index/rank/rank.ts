import { allowedOrdinals, type AllowedOrdinals, windowSize } from './allowed-ordinals.ts';
import { BestScores, type Candidate } from './best-scores.ts';
import { BlockCursor, makeRoom } from '../segments/block-cursor.ts';
import type { KeywordIndex } from '../keyword-index.ts';
import { cursorsOf, type ScoredTerm } from './scored-terms.ts';
import type { SegmentIndex } from '../segments/segment-index.ts';

/** What is asked of the index. */
export interface Ranking {
  readonly terms: readonly ScoredTerm[];
  /** Row ids of the chunks that may be found, ascending; absent when all may. */
  readonly ids: Float64Array | undefined;
  readonly limit: number;
  /** Lower scores are not wanted. */
  readonly atLeast?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The chunks with the `limit` highest BM25 scores that are wanted, and all that tie with the lowest of them, in no order. */
export function rank(index: KeywordIndex, { terms, ids, limit, atLeast, signal }: Ranking): Candidate[] {
  const { norms } = index;
  const slack = 1e-12 * terms.reduce((sum, { factor }) => sum + factor, 0);
  const best = new BestScores(limit, { slack, atLeast });
  for (const [number, segment] of index.segments.entries()) {
    signal?.throwIfAborted();
    const cursors = cursorsOf(index, terms, { segment: number, rooms: index.rooms });
    if (cursors.length === 0) continue;
    const allowed = allowedOrdinals(segment, ids);
    searchSegment({ segment: number, cursors, allowed, lengths: segment.lengths, norms }, best);
  }
  return exactly(index, terms, best.all());
}

/** The candidates with their scores to the last bit: the parts summed in the order of the terms. */
export function exactly(
  index: KeywordIndex,
  terms: readonly ScoredTerm[],
  candidates: readonly Candidate[],
): Candidate[] {
  const scored = candidates.map(({ segment, ordinal }) => ({ segment, ordinal, score: 0 }));
  scored.sort((a, b) => a.segment - b.segment || a.ordinal - b.ordinal);
  const room = (index.rooms[0] ??= makeRoom());
  for (let start = 0, end = 0; start < scored.length; start = end) {
    const { segment } = scored[start]!;
    while (scored[end]?.segment === segment) end += 1;
    const { lengths } = index.segments[segment] as SegmentIndex;
    for (const { lists, factor } of terms) {
      const list = lists[segment];
      if (list === undefined) continue;
      const cursor = new BlockCursor(list, undefined, room);
      for (let place = start; place < end; place += 1) {
        const candidate = scored[place]!;
        const frequency = cursor.frequencyOf(candidate.ordinal);
        if (frequency === 0) continue;
        const norm = index.norms[lengths[candidate.ordinal] as number] as number;
        candidate.score += factor * (frequency / (frequency + norm));
      }
    }
  }
  return scored;
}

/** In a window where no more chunks may be found, each is looked up by itself. */
const fewChunks = 8;

/** So many places are sorted faster than found in the window. */
const fewPlaces = windowSize / 16;

/** What is searched of one segment. */
interface SegmentSearch {
  /** Its number among the segments. */
  readonly segment: number;
  /** One for each term that it has. */
  readonly cursors: readonly BlockCursor[];
  readonly allowed: AllowedOrdinals;
  /** By ordinal, in terms. */
  readonly lengths: Uint32Array;
  /** By length k1 · (1 − b + b · length / average length), so that saturation is frequency / (frequency + norm). */
  readonly norms: Float64Array;
}

/**
 * Offers every chunk of the segment that may be among the best, with its score but for rounding. Block-max
 * MaxScore in windows of ordinals:
 *
 *   window ─▶ Σ of the terms' greatest bounds in it below the threshold? pass over it
 *          ─▶ the terms with the least bounds, as many as cannot reach the threshold together, are optional
 *          ─▶ add up the parts of the other terms, passing over blocks that cannot lift a chunk to the threshold
 *          ─▶ look up the optional terms for the chunks that can still reach it
 */
function searchSegment(search: SegmentSearch, best: BestScores): void {
  const { scores, touched } = room ?? makeWindowRoom();
  room = undefined;
  const window: ScoredWindow = { start: 0, end: 0, scores, touched, touchedCount: 0, search };
  const { mask, counts } = search.allowed;
  const windows = Math.ceil(mask.length / windowSize);
  for (let number = nextWindow(search, 0); number < windows; number = nextWindow(search, number + 1)) {
    const count = counts?.[number] ?? windowSize;
    if (count === 0) continue;
    window.start = number * windowSize;
    window.end = Math.min(window.start + windowSize, mask.length);
    searchWindow(window, best, count);
  }
  room = { scores, touched };
}

/** The first window from this one on that may have any of the terms. */
function nextWindow({ cursors }: SegmentSearch, number: number): number {
  let lowest = Infinity;
  for (const cursor of cursors) {
    cursor.advanceTo(number * windowSize);
    lowest = Math.min(lowest, cursor.lowest);
  }
  return Math.max(number, Math.floor(lowest / windowSize));
}

/** Used window after window. */
interface WindowRoom {
  /** By ordinal less the window's first one; all 0 between two windows. */
  readonly scores: Float64Array;
  /** The places of `scores` that are not 0, as they came: `touchedCount` of the window. */
  readonly touched: Int32Array;
}

/** Not in use. A search that throws leaves none. */
let room: WindowRoom | undefined;

const makeWindowRoom = (): WindowRoom => ({
  scores: new Float64Array(windowSize),
  touched: new Int32Array(windowSize),
});

interface ScoredWindow extends WindowRoom {
  start: number;
  end: number;
  touchedCount: number;
  readonly search: SegmentSearch;
}

interface BoundedCursor {
  readonly cursor: BlockCursor;
  /** No part of the term passes this in the window. */
  readonly bound: number;
}

/** @param count how many of its chunks may be found */
function searchWindow(window: ScoredWindow, best: BestScores, count: number): void {
  const bounded = boundedCursors(window);
  const total = bounded.reduce((sum, { bound }) => sum + bound, 0);
  if (total < best.threshold || bounded.length === 0) return;
  if (count <= fewChunks)
    return offerEach(window, { optional: bounded.reverse(), optionalBound: total }, best);
  let optional = 0;
  let optionalBound = 0;
  while (optional < bounded.length - 1) {
    const next = optionalBound + (bounded[optional] as BoundedCursor).bound;
    if (next >= best.threshold) break;
    optionalBound = next;
    optional += 1;
  }
  for (const { cursor, bound } of bounded.slice(optional)) {
    addScores(window, cursor, best.threshold - (total - bound));
  }
  offer(window, { optional: bounded.slice(0, optional).reverse(), optionalBound }, best);
}

/** The terms that may be in the window, the least bound first. */
function boundedCursors({ start, end, search }: ScoredWindow): BoundedCursor[] {
  const bounded: BoundedCursor[] = [];
  for (const cursor of search.cursors) {
    cursor.advanceTo(start);
    const bound = cursor.boundBefore(end);
    if (bound > 0) bounded.push({ cursor, bound });
  }
  return bounded.sort((a, b) => a.bound - b.bound);
}

/** Adds the term's part to the chunks of the window, but for blocks whose parts are all below `least`. */
function addScores(window: ScoredWindow, cursor: BlockCursor, least: number): void {
  const { start, end, scores, touched, search } = window;
  const { lengths, norms } = search;
  const { mask } = search.allowed;
  const isFiltered = search.allowed.counts !== undefined;
  const { factor, ordinals, frequencies } = cursor;
  const { lastOrdinals } = cursor.list;
  for (let block = cursor.block; block < lastOrdinals.length; block += 1) {
    if (block > cursor.block && (lastOrdinals[block - 1] as number) >= end - 1) return;
    if ((cursor.bounds[block] as number) < least) continue;
    const first = cursor.open(block);
    const { length } = cursor;
    for (let index = first; index < length; index += 1) {
      const ordinal = ordinals[index] as number;
      if (ordinal < start) continue;
      if (ordinal >= end) break;
      if (isFiltered && mask[ordinal] === 0) continue;
      const frequency = frequencies[index] as number;
      const place = ordinal - start;
      if (scores[place] === 0) {
        touched[window.touchedCount] = place;
        window.touchedCount += 1;
      }
      scores[place]! += (factor * frequency) / (frequency + (norms[lengths[ordinal] as number] as number));
    }
  }
}

/** The terms that are looked up for single chunks, the greatest bound first. */
interface OptionalTerms {
  readonly optional: readonly BoundedCursor[];
  /** The sum of their bounds. */
  readonly optionalBound: number;
}

/** Offers the chunks of the window that may be found, one by one. */
function offerEach({ start, end, search }: ScoredWindow, rest: OptionalTerms, best: BestScores): void {
  const { mask } = search.allowed;
  let ordinal = mask.indexOf(1, start);
  while (ordinal >= 0 && ordinal < end) {
    const score = completed(0, { ordinal, search, rest, threshold: best.threshold });
    if (score > 0) best.add({ segment: search.segment, ordinal, score });
    ordinal = mask.indexOf(1, ordinal + 1);
  }
}

/** Offers what can reach the threshold, and leaves the window's scores 0. */
function offer(window: ScoredWindow, rest: OptionalTerms, best: BestScores): void {
  const { start, scores, search } = window;
  const { mask } = search.allowed;
  for (const place of touchedPlaces(window)) {
    const partial = scores[place] as number;
    scores[place] = 0;
    const ordinal = start + place;
    if (partial + rest.optionalBound < best.threshold || mask[ordinal] === 0) continue;
    const score = completed(partial, { ordinal, search, rest, threshold: best.threshold });
    best.add({ segment: search.segment, ordinal, score });
  }
  window.touchedCount = 0;
}

/** The places that are not 0, ascending. */
function touchedPlaces({ scores, touched, touchedCount }: ScoredWindow): Int32Array {
  const places = touched.subarray(0, touchedCount);
  if (touchedCount < fewPlaces) return places.sort();
  let count = 0;
  for (let place = 0; count < touchedCount; place += 1) {
    if (scores[place] === 0) continue;
    places[count] = place;
    count += 1;
  }
  return places;
}

/** The score with the optional terms' parts, or less where it cannot reach the threshold. */
function completed(
  partial: number,
  options: {
    readonly ordinal: number;
    readonly search: SegmentSearch;
    readonly rest: OptionalTerms;
    readonly threshold: number;
  },
): number {
  const { ordinal, search, rest, threshold } = options;
  const norm = search.norms[search.lengths[ordinal] as number] as number;
  let score = partial;
  let reachable = rest.optionalBound;
  for (const { cursor, bound } of rest.optional) {
    if (score + reachable < threshold) return score;
    reachable -= bound;
    const frequency = cursor.frequencyOf(ordinal);
    score += (cursor.factor * frequency) / (frequency + norm);
  }
  return score;
}
