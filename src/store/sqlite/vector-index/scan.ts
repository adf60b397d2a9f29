import { openKernel } from '../../../util/kernels/kernel.ts';
import program from '../../../util/kernels/vector-scan.wasm.ts';
import type { QuantizedQuery } from './quantize.ts';
import type { ScanThreads } from './scan-threads.ts';
import { blockRows, mostWanted, room, type Scratch, type Segment } from './segment.ts';

/** What the kernel exports; pointers are bytes from the start of the segment's memory. */
interface ScanKernel {
  work(job: number, scratch: number, finds: number): number;
  takeOver(job: number, scratch: number, finds: number, block: number): number;
}

export interface ScanRequest {
  readonly query: QuantizedQuery;
  /** How many of the best are wanted. */
  readonly limit: number;
  /** Rows that do not reach this with their score and its error are not wanted. */
  readonly floor?: number | undefined;
  /** Rows to look at, ascending, a list for each segment; all rows of a segment that has none. */
  readonly lists?: readonly (Uint32Array | undefined)[] | undefined;
  readonly threads?: ScanThreads | undefined;
}

/** Rows of a segment that may be among the best, in no order, with their approximate scores. */
export interface Finds {
  readonly segment: Segment;
  readonly rows: number[];
  readonly scores: number[];
}

/** On fewer rows other threads would not save time. */
export const fewestForThreads = 10_000;
const kernels = new WeakMap<Segment, ScanKernel>();

/** No score is so low. */
const lowest = -4;

/** A scan that threads are working at. Until it is finished, or given up for another one, its segments have no other. */
export interface RunningScan {
  readonly segments: readonly Segment[];
  readonly floor: number;
  /** Those that help. */
  readonly threads: ScanThreads | undefined;
}

/**
 * Begins to find every row whose exact score may be among the `limit` highest, and as few others as the bounds allow. Sets other
 * threads to work where they save time.
 */
export function beginScan(segments: readonly Segment[], request: ScanRequest): RunningScan {
  const rows = segments.reduce((sum, { count }, index) => sum + (request.lists?.[index]?.length ?? count), 0);
  for (const [index, segment] of segments.entries()) begin(segment, request, request.lists?.[index]);
  const threads = rows < fewestForThreads ? undefined : request.threads;
  threads?.help(segments);
  return { segments, floor: request.floor ?? lowest, threads };
}

/**
 * Does what other threads have not done yet, with them.
 *
 * @param floor what is wanted now, where that is more than when the scan began
 */
export function finishScan({ segments, floor: first, threads }: RunningScan, floor = lowest): Finds[] {
  const drained = segments.map((segment): Finds => ({ segment, rows: [], scores: [] }));
  let threshold = Math.max(first, floor, lowest);
  for (const finds of drained) {
    raiseFloor(finds.segment, threshold);
    workThrough(finds);
    threshold = Math.max(threshold, thresholdOf(finds.segment));
  }
  if (threads && !threads.waitFor(segments)) for (const finds of drained) takeOver(finds);
  for (const segment of segments) threshold = Math.max(threshold, thresholdOf(segment));
  return drained.map((finds) => allFinds(finds, threshold));
}

/** Writes the job into the segment's memory, and opens it to all threads. */
function begin(
  segment: Segment,
  { query, limit, floor = lowest }: ScanRequest,
  list: Uint32Array | undefined,
): void {
  const { layout, memory, stride } = segment;
  const job = new Uint32Array(memory.buffer, layout.job, 16);
  const count = list?.length ?? segment.count;
  // Until the cursor is set again, a thread that comes late to the last job finds nothing to take.
  Atomics.store(job, 0, 2 ** 31);
  if (list) new Uint32Array(memory.buffer, layout.list, count).set(list);
  new Int16Array(memory.buffer, layout.query, stride).set(query.factors);
  segment.blocks = Math.ceil(count / blockRows);
  // A search for more than the heap holds has no threshold, and finds all rows.
  const wanted = limit > mostWanted ? 0 : limit;
  job.set([count, Number(list !== undefined), wanted, stride, segment.blocks], 2);
  const { scales, errors, coarseErrors, list: listed, states } = layout;
  job.set([layout.query, layout.high, layout.low, scales, errors, coarseErrors, listed, states, room], 7);
  new Int32Array(memory.buffer, layout.job + 64, 1)[0] = query.sum;
  new Float32Array(memory.buffer, layout.job + 68, 3).set([
    query.factor,
    query.slack,
    Math.max(floor, lowest),
  ]);
  // Last: what a late thread does under the former number does not count, and it knows this one when all is in place.
  segment.job += 1;
  Atomics.store(job, 1, segment.job);
  Atomics.store(job, 0, 0);
}

/** What was found in other segments is a threshold for this one. */
function raiseFloor({ memory, layout }: Segment, threshold: number): void {
  new Float32Array(memory.buffer, layout.job + 76, 1)[0] = threshold;
}

/** Takes blocks until none is left. */
function workThrough(finds: Finds): void {
  const { layout } = finds.segment;
  const own = layout.scratches[0] as Scratch;
  const kernel = kernelOf(finds.segment);
  while (kernel.work(layout.job, own.scratch, own.finds) === 0) makeRoom(finds, own);
}

/** Does the blocks that other threads have taken and not finished: they may be waiting for a processor. */
function takeOver(finds: Finds): void {
  const { layout } = finds.segment;
  const own = layout.scratches[0] as Scratch;
  const kernel = kernelOf(finds.segment);
  for (const block of finds.segment.unfinished()) {
    while (kernel.takeOver(layout.job, own.scratch, own.finds, block) === 0) makeRoom(finds, own);
  }
}

function makeRoom(finds: Finds, own: Scratch): void {
  takeScratch(finds, own, lowest);
  new Uint32Array(finds.segment.memory.buffer, own.scratch, 2)[1] = 0;
}

function kernelOf(segment: Segment): ScanKernel {
  const known = kernels.get(segment);
  if (known) return known;
  const opened = openKernel<ScanKernel>(program, segment.memory);
  kernels.set(segment, opened);
  return opened;
}

/** The highest that a thread has come to. */
function thresholdOf(segment: Segment): number {
  const { buffer } = segment.memory;
  let threshold = lowest;
  for (const { scratch } of segment.layout.scratches) {
    if (Atomics.load(new Uint32Array(buffer, scratch, 1), 0) !== segment.job) continue;
    threshold = Math.max(threshold, new Float32Array(buffer, scratch + 12, 1)[0] as number);
  }
  return threshold;
}

/** What all threads have found, without what does not reach the threshold, each row once. */
function allFinds(drained: Finds, threshold: number): Finds {
  const { segment } = drained;
  const finds: Finds = { segment, rows: [], scores: [] };
  for (const [index, row] of drained.rows.entries()) {
    addFind(finds, { row, score: drained.scores[index] as number, threshold });
  }
  for (const place of segment.layout.scratches) takeScratch(finds, place, threshold);
  return withoutRepeats(finds);
}

/** Adds what a thread has found: finds are written before their number, and stay as they are. */
function takeScratch(finds: Finds, place: Scratch, threshold: number): void {
  const { segment } = finds;
  const { buffer } = segment.memory;
  const head = new Uint32Array(buffer, place.scratch, 2);
  if (Atomics.load(head, 0) !== segment.job) return;
  const count = Atomics.load(head, 1);
  const rows = new Uint32Array(buffer, place.finds, 2 * count);
  const scores = new Float32Array(buffer, place.finds, 2 * count);
  for (let at = 0; at < rows.length; at += 2) {
    addFind(finds, { row: rows[at] as number, score: scores[at + 1] as number, threshold });
  }
}

function addFind(
  { segment, rows, scores }: Finds,
  { row, score, threshold }: { readonly row: number; readonly score: number; readonly threshold: number },
): void {
  if (Math.fround(score + (segment.errors[row] as number)) < threshold) return;
  rows.push(row);
  scores.push(score);
}

/** A block that was taken over may be done twice. */
function withoutRepeats({ segment, rows, scores }: Finds): Finds {
  const scoreOf = new Map(rows.map((row, index) => [row, scores[index] as number]));
  return { segment, rows: [...scoreOf.keys()], scores: [...scoreOf.values()] };
}
