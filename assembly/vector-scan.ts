/**
 * Scores int8 rows against one query and finds those that may be among the best. Several threads run `work` over one
 * shared memory: each takes block after block until none is left. A thread that is late writes to its own scratch
 * only, with the number of its job.
 *
 *   job       u32 each: 0 cursor, 4 number, 8 count, 12 listed, 16 wanted, 20 stride, 24 blocks,
 *             28 query, 32 rows, 36 scales, 40 errors, 44 list, 48 states, 52 room;
 *             f32: 56 factor, 60 slack, 64 floor
 *   query     `stride` i16; `stride` is a multiple of 16
 *   rows      `stride` i8 each; scales and errors f32, one a row
 *   list      the rows to scan, u32 each, where `listed` is 1: `count` of them; otherwise rows 0 ≤ row < `count`
 *   states    for each block of 2,048 entries the number of the last job that finished it
 *   scratch   a thread's own: u32 0 number, 4 found, 8 size of heap; f32 12 threshold; from 16 the heap (`wanted`
 *             f32), and behind it, at `finds`, `room` pairs of row (u32) and approximate score (f32)
 *
 * The exact score of a row lies within `errors[row] + slack` of `products · scales[row] · factor`. The heap has the
 * highest scores less `errors[row]`; when it has `wanted`, its lowest less twice the slack is a threshold that the
 * approximate score plus `errors[row]` of whatever belongs to the best `wanted` reaches; the floor is a threshold from
 * elsewhere. The sums of products must fit 32 bits; rows up to the next multiple of four must be readable; an error of
 * −∞ leaves a row out.
 */

const blockRows: u32 = 2048;
/** Rows that a processor's nearest cache has room for. */
const warmedRows: u32 = 64;
const lineBytes: usize = 64;

/** Takes blocks until none is left; gives 0 when there is no room for what another block may find, or 1. */
export function work(job: usize, scratch: usize, finds: usize): i32 {
  while (hasRoom(job, scratch)) {
    const block = atomic.add<u32>(job, 1);
    if (block >= load<u32>(job, 24)) return 1;
    scanBlock(job, scratch, finds, block);
  }
  return 0;
}

/** Scans a block that another thread has taken and not finished; 0 when there is no room, or 1. */
export function takeOver(job: usize, scratch: usize, finds: usize, block: u32): i32 {
  if (!hasRoom(job, scratch)) return 0;
  scanBlock(job, scratch, finds, block);
  return 1;
}

function hasRoom(job: usize, scratch: usize): bool {
  return load<u32>(scratch) != load<u32>(job, 4) || load<u32>(scratch, 4) + blockRows <= load<u32>(job, 52);
}

function scanBlock(job: usize, scratch: usize, finds: usize, block: u32): void {
  const number = load<u32>(job, 4);
  if (load<u32>(scratch) != number) begin(scratch, number);
  const threshold = max(load<f32>(scratch, 12), load<f32>(job, 64));
  const before = load<u32>(scratch, 4);
  const after = before + findIn(job, block, threshold, finds + ((<usize>before) << 3));
  raise(job, scratch, finds + ((<usize>before) << 3), finds + ((<usize>after) << 3));
  // The finds first, then their number, then that the block is done: whoever sees one sees what came before.
  atomic.store<u32>(scratch, after, 4);
  atomic.store<u32>(<usize>load<u32>(job, 48) + ((<usize>block) << 2), number);
}

function begin(scratch: usize, number: u32): void {
  atomic.store<u32>(scratch, 0, 4);
  store<u32>(scratch, 0, 8);
  store<f32>(scratch, -4, 12);
  atomic.store<u32>(scratch, number);
}

/** Raises the thread's threshold by its new finds. */
function raise(job: usize, scratch: usize, from: usize, to: usize): void {
  const wanted = load<u32>(job, 16);
  const errors = <usize>load<u32>(job, 40);
  const heap = scratch + 16;
  let size = load<u32>(scratch, 8);
  for (let find = from; find < to; find += 8) {
    const lowest = load<f32>(find, 4) - load<f32>(errors + ((<usize>load<u32>(find)) << 2));
    if (size < wanted) {
      siftUp(heap, size, lowest);
      size += 1;
    } else if (wanted > 0 && lowest > load<f32>(heap)) siftDown(heap, size, lowest);
  }
  store<u32>(scratch, size, 8);
  if (wanted > 0 && size == wanted) store<f32>(scratch, load<f32>(heap) - 2 * load<f32>(job, 60), 12);
}

/** Adds a value to a heap of `size` with the lowest on top. */
function siftUp(heap: usize, size: u32, value: f32): void {
  let child = size;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    const above = load<f32>(heap + ((<usize>parent) << 2));
    if (above <= value) break;
    store<f32>(heap + ((<usize>child) << 2), above);
    child = parent;
  }
  store<f32>(heap + ((<usize>child) << 2), value);
}

/** Puts a value in the place of the lowest. */
function siftDown(heap: usize, size: u32, value: f32): void {
  let parent: u32 = 0;
  for (;;) {
    let child: u32 = 2 * parent + 1;
    if (child >= size) break;
    const other = child + 1;
    if (other < size && load<f32>(heap + ((<usize>other) << 2)) < load<f32>(heap + ((<usize>child) << 2)))
      child = other;
    const below = load<f32>(heap + ((<usize>child) << 2));
    if (below >= value) break;
    store<f32>(heap + ((<usize>parent) << 2), below);
    parent = child;
  }
  store<f32>(heap + ((<usize>parent) << 2), value);
}

/** Gives the number of rows found. */
function findIn(job: usize, block: u32, threshold: f32, found: usize): u32 {
  const from = block * blockRows;
  const to = min(from + blockRows, load<u32>(job, 8));
  const next = load<u32>(job, 12)
    ? scanListed(job, from, to, threshold, found)
    : scanRows(job, from, to, threshold, found);
  return <u32>((next - found) >> 3);
}

/**
 * Reads a byte of each line of the cache, one after the other. Products are computed over four rows at a time: memory
 * gives what they need nearly twice as fast when it has been asked for in order before.
 */
function warm(start: usize, bytes: usize): void {
  for (let at = start; at < start + bytes; at += lineBytes) load<u8>(at);
}

function scanRows(job: usize, from: u32, to: u32, threshold: f32, found: usize): usize {
  const stride = <usize>load<u32>(job, 20);
  const query = <usize>load<u32>(job, 28);
  const rows = <usize>load<u32>(job, 32);
  const scales = <usize>load<u32>(job, 36);
  const errors = <usize>load<u32>(job, 40);
  const factor = f32x4.splat(load<f32>(job, 56));
  const least = f32x4.splat(threshold);
  let next = found;
  for (let row = from; row < to; row += 4) {
    const a = rows + <usize>row * stride;
    if ((row - from) % warmedRows == 0) warm(a, <usize>min(warmedRows, to - row) * stride);
    const products = productsOf(query, stride, a, a + stride, a + 2 * stride, a + 3 * stride);
    const scale = v128.load(scales + ((<usize>row) << 2));
    const scores = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(products), scale), factor);
    const winners = f32x4.ge(f32x4.add(scores, v128.load(errors + ((<usize>row) << 2))), least);
    if (v128.any_true(winners)) {
      const numbers = i32x4.add(i32x4.splat(row), i32x4(0, 1, 2, 3));
      next = note(next, numbers, scores, i32x4.bitmask(winners) & firstLanes(to - row));
    }
  }
  return next;
}

function scanListed(job: usize, from: u32, to: u32, threshold: f32, found: usize): usize {
  const stride = <usize>load<u32>(job, 20);
  const query = <usize>load<u32>(job, 28);
  const rows = <usize>load<u32>(job, 32);
  const scales = <usize>load<u32>(job, 36);
  const errors = <usize>load<u32>(job, 40);
  const list = <usize>load<u32>(job, 44);
  const factor = f32x4.splat(load<f32>(job, 56));
  const least = f32x4.splat(threshold);
  let next = found;
  for (let index = from; index < to; index += 4) {
    const left = to - index;
    const numbers = v128.load(list + ((<usize>index) << 2));
    const a = <usize>i32x4.extract_lane(numbers, 0);
    const b = left > 1 ? <usize>i32x4.extract_lane(numbers, 1) : a;
    const c = left > 2 ? <usize>i32x4.extract_lane(numbers, 2) : a;
    const d = left > 3 ? <usize>i32x4.extract_lane(numbers, 3) : a;
    const products = productsOf(
      query,
      stride,
      rows + a * stride,
      rows + b * stride,
      rows + c * stride,
      rows + d * stride,
    );
    const scale = gather(scales, a, b, c, d);
    const scores = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(products), scale), factor);
    const winners = f32x4.ge(f32x4.add(scores, gather(errors, a, b, c, d)), least);
    if (v128.any_true(winners)) {
      next = note(next, numbers, scores, i32x4.bitmask(winners) & firstLanes(left));
    }
  }
  return next;
}

/** The sum of products of the query with each of four rows. */
function productsOf(query: usize, stride: usize, a: usize, b: usize, c: usize, d: usize): v128 {
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  for (let at: usize = 0; at < stride; at += 16) {
    const low = v128.load(query + (at << 1));
    const high = v128.load(query + (at << 1), 16);
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(low, v128.load8x8_s(a + at)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(low, v128.load8x8_s(b + at)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(low, v128.load8x8_s(c + at)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(low, v128.load8x8_s(d + at)));
    sumA = i32x4.add(sumA, i32x4.dot_i16x8_s(high, v128.load8x8_s(a + at, 8)));
    sumB = i32x4.add(sumB, i32x4.dot_i16x8_s(high, v128.load8x8_s(b + at, 8)));
    sumC = i32x4.add(sumC, i32x4.dot_i16x8_s(high, v128.load8x8_s(c + at, 8)));
    sumD = i32x4.add(sumD, i32x4.dot_i16x8_s(high, v128.load8x8_s(d + at, 8)));
  }
  return acrossLanes(sumA, sumB, sumC, sumD);
}

/** The sum over the lanes of each, a lane for each. */
function acrossLanes(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(i32x4.shuffle(a, b, 0, 1, 4, 5), i32x4.shuffle(a, b, 2, 3, 6, 7));
  const cd = i32x4.add(i32x4.shuffle(c, d, 0, 1, 4, 5), i32x4.shuffle(c, d, 2, 3, 6, 7));
  return i32x4.add(i32x4.shuffle(ab, cd, 0, 2, 4, 6), i32x4.shuffle(ab, cd, 1, 3, 5, 7));
}

function gather(values: usize, a: usize, b: usize, c: usize, d: usize): v128 {
  const first = f32x4.splat(load<f32>(values + (a << 2)));
  const second = f32x4.replace_lane(first, 1, load<f32>(values + (b << 2)));
  const third = f32x4.replace_lane(second, 2, load<f32>(values + (c << 2)));
  return f32x4.replace_lane(third, 3, load<f32>(values + (d << 2)));
}

/** A bit for each of the first `count` of four lanes. */
function firstLanes(count: u32): i32 {
  return count < 4 ? (1 << count) - 1 : 15;
}

/** Writes the lanes whose bit is set; gives where to go on. */
function note(next: usize, numbers: v128, scores: v128, lanes: i32): usize {
  if (lanes & 1) next = noteOne(next, i32x4.extract_lane(numbers, 0), f32x4.extract_lane(scores, 0));
  if (lanes & 2) next = noteOne(next, i32x4.extract_lane(numbers, 1), f32x4.extract_lane(scores, 1));
  if (lanes & 4) next = noteOne(next, i32x4.extract_lane(numbers, 2), f32x4.extract_lane(scores, 2));
  if (lanes & 8) next = noteOne(next, i32x4.extract_lane(numbers, 3), f32x4.extract_lane(scores, 3));
  return next;
}

function noteOne(next: usize, row: i32, score: f32): usize {
  store<i32>(next, row);
  store<f32>(next, score, 4);
  return next + 8;
}
