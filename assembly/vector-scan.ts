/**
 * Scores rows of small numbers against one query and finds those that may be among the best. Several threads run `work`
 * over one shared memory: each takes block after block until none is left. A thread that is late writes to its own
 * scratch only, with the number of its job.
 *
 *   job       u32 each: 0 cursor, 4 number, 8 count, 12 listed, 16 wanted, 20 stride, 24 blocks,
 *             28 query, 32 high, 36 low, 40 scales, 44 errors, 48 coarse errors, 52 list, 56 states, 60 room;
 *             i32: 64 sum of the query; f32: 68 factor, 72 slack, 76 floor
 *   query     `stride` i16, of each 16 numbers q eight of 16·q[i] − q[i + 8], then the eight q[i + 8]; `stride` is a
 *             multiple of 32
 *   high, low `stride / 2` bytes a row: a number r of the row is 16·h + l − 136, h in one plane, l in the other. Of 32
 *             numbers a plane has eight u16: those from 0 on in the lowest four bits, from 8, 16 and 24 on in the next
 *   scales, errors, coarse errors
 *             f32, one a row
 *   list      the rows to scan, u32 each, where `listed` is 1: `count` of them; otherwise rows 0 ≤ row < `count`
 *   states    for each block of 2,048 entries the number of the last job that finished it
 *   scratch   a thread's own: u32 0 number, 4 found, 8 size of heap; f32 12 threshold; from 16 the heap (`wanted`
 *             f32), and behind it, at `finds`, `room` pairs of row (u32) and approximate score (f32)
 *
 * The high plane alone, with 8 for each l, gives a row's coarse score: half of the memory is not read for most rows. The
 * exact score of a row lies within `errors[row] + slack` of `products · scales[row] · factor`, and within
 * `coarse errors[row] + slack` of the coarse score. The heap has the highest scores less `errors[row]`; when it has
 * `wanted`, its lowest less twice the slack is a threshold that either score plus its error of whatever belongs to the
 * best `wanted` reaches; the floor is a threshold from elsewhere. The sums of products must fit 32 bits, what is added
 * on the way need not; three rows behind the last must be readable; errors of −∞ leave a row out.
 */

const blockRows: u32 = 2048;

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
  return load<u32>(scratch) != atomic.load<u32>(job, 4) || load<u32>(scratch, 4) + blockRows <= load<u32>(job, 60);
}

function scanBlock(job: usize, scratch: usize, finds: usize, block: u32): void {
  const number = atomic.load<u32>(job, 4);
  if (load<u32>(scratch) != number) begin(scratch, number);
  const threshold = max(load<f32>(scratch, 12), load<f32>(job, 76));
  const before = load<u32>(scratch, 4);
  const after = before + findIn(job, block, threshold, finds + ((<usize>before) << 3));
  raise(job, scratch, finds + ((<usize>before) << 3), finds + ((<usize>after) << 3));
  // The finds first, then their number, then that the block is done: whoever sees one sees what came before.
  atomic.store<u32>(scratch, after, 4);
  atomic.store<u32>(<usize>load<u32>(job, 56) + ((<usize>block) << 2), number);
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
  const errors = <usize>load<u32>(job, 44);
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
  if (wanted > 0 && size == wanted) store<f32>(scratch, load<f32>(heap) - 2 * load<f32>(job, 72), 12);
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
 * Takes a row of each quarter of the block at a time: four places in memory, whose pages a processor fetches together
 * where one place after the other would make it wait at every page.
 */
function scanRows(job: usize, from: u32, to: u32, threshold: f32, found: usize): usize {
  const query = <usize>load<u32>(job, 28);
  const half = (<usize>load<u32>(job, 20)) >> 1;
  const scales = <usize>load<u32>(job, 40);
  const coarseErrors = <usize>load<u32>(job, 48);
  const lift = i32x4.splat(128 * load<i32>(job, 64));
  const factor = f32x4.splat(load<f32>(job, 68));
  const least = f32x4.splat(threshold);
  const quarter = (to - from + 3) >> 2;
  const stretch = <usize>quarter * half;
  let high = <usize>load<u32>(job, 32) + <usize>from * half;
  let next = found;
  for (let row = from; row < from + quarter; row += 1, high += half) {
    const sums = sumsOf(query, half, high, high + stretch, high + 2 * stretch, high + 3 * stretch);
    const products = i32x4.sub(sums, lift);
    const a = <usize>row;
    const b = a + <usize>quarter;
    const c = b + <usize>quarter;
    const d = c + <usize>quarter;
    const scale = gather(scales, a, b, c, d);
    const scores = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(products), scale), factor);
    const reached = f32x4.ge(f32x4.add(scores, gather(coarseErrors, a, b, c, d)), least);
    if (v128.any_true(reached)) {
      const numbers = i32x4.add(i32x4.splat(row), i32x4.mul(i32x4.splat(quarter), i32x4(0, 1, 2, 3)));
      const lanes = i32x4.bitmask(v128.and(reached, i32x4.lt_u(numbers, i32x4.splat(to))));
      next = noteRows(job, numbers, products, lanes, threshold, next);
    }
  }
  return next;
}

/** As `scanRows`, row after row. What stands in the list behind its end is of an earlier list. */
function scanListed(job: usize, from: u32, to: u32, threshold: f32, found: usize): usize {
  const query = <usize>load<u32>(job, 28);
  const half = (<usize>load<u32>(job, 20)) >> 1;
  const high = <usize>load<u32>(job, 32);
  const scales = <usize>load<u32>(job, 40);
  const coarseErrors = <usize>load<u32>(job, 48);
  const list = <usize>load<u32>(job, 52);
  const lift = i32x4.splat(128 * load<i32>(job, 64));
  const factor = f32x4.splat(load<f32>(job, 68));
  const least = f32x4.splat(threshold);
  let next = found;
  for (let index = from; index < to; index += 4) {
    const numbers = v128.load(list + ((<usize>index) << 2));
    const a = <usize>i32x4.extract_lane(numbers, 0);
    const b = <usize>i32x4.extract_lane(numbers, 1);
    const c = <usize>i32x4.extract_lane(numbers, 2);
    const d = <usize>i32x4.extract_lane(numbers, 3);
    const sums = sumsOf(query, half, high + a * half, high + b * half, high + c * half, high + d * half);
    const products = i32x4.sub(sums, lift);
    const scale = gather(scales, a, b, c, d);
    const scores = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(products), scale), factor);
    const reached = f32x4.ge(f32x4.add(scores, gather(coarseErrors, a, b, c, d)), least);
    if (v128.any_true(reached)) {
      next = noteRows(job, numbers, products, i32x4.bitmask(reached) & firstLanes(to - index), threshold, next);
    }
  }
  return next;
}

/** 16 times the sums of products of the query with what a plane has of each of four rows. */
function sumsOf(query: usize, half: usize, a: usize, b: usize, c: usize, d: usize): v128 {
  let sumA = i32x4.splat(0);
  let sumB = i32x4.splat(0);
  let sumC = i32x4.splat(0);
  let sumD = i32x4.splat(0);
  for (const end = a + half; a < end; a += 16, b += 16, c += 16, d += 16, query += 64) {
    sumA = i32x4.add(sumA, productsOf(query, v128.load(a)));
    sumB = i32x4.add(sumB, productsOf(query, v128.load(b)));
    sumC = i32x4.add(sumC, productsOf(query, v128.load(c)));
    sumD = i32x4.add(sumD, productsOf(query, v128.load(d)));
  }
  return acrossLanes(sumA, sumB, sumC, sumD);
}

/** 16 times the products of 32 numbers of the query with as many of a plane, in four sums: see the query above. */
function productsOf(query: usize, words: v128): v128 {
  const fourBits = i16x8.splat(15);
  const upper = i16x8.shr_u(words, 8);
  const lowest = i32x4.dot_i16x8_s(v128.and(words, fourBits), v128.load(query));
  const lower = i32x4.dot_i16x8_s(v128.and(words, i16x8.splat(255)), v128.load(query, 16));
  const higher = i32x4.dot_i16x8_s(v128.and(upper, fourBits), v128.load(query, 32));
  const highest = i32x4.dot_i16x8_s(upper, v128.load(query, 48));
  return i32x4.add(i32x4.add(lowest, lower), i32x4.add(higher, highest));
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

/** Looks closer at the rows whose bit is set; gives where to go on. */
function noteRows(job: usize, numbers: v128, coarse: v128, lanes: i32, threshold: f32, next: usize): usize {
  if (lanes & 1)
    next = noteRow(job, i32x4.extract_lane(numbers, 0), i32x4.extract_lane(coarse, 0), threshold, next);
  if (lanes & 2)
    next = noteRow(job, i32x4.extract_lane(numbers, 1), i32x4.extract_lane(coarse, 1), threshold, next);
  if (lanes & 4)
    next = noteRow(job, i32x4.extract_lane(numbers, 2), i32x4.extract_lane(coarse, 2), threshold, next);
  if (lanes & 8)
    next = noteRow(job, i32x4.extract_lane(numbers, 3), i32x4.extract_lane(coarse, 3), threshold, next);
  return next;
}

/** Adds l − 8 to the coarse products, and writes the row where that too reaches the threshold. */
function noteRow(job: usize, row: u32, coarse: i32, threshold: f32, next: usize): usize {
  const half = (<usize>load<u32>(job, 20)) >> 1;
  const low = <usize>load<u32>(job, 36) + <usize>row * half;
  const sums = sumsOf(<usize>load<u32>(job, 28), half, low, low, low, low);
  const products = coarse + (i32x4.extract_lane(sums, 0) >> 4) - 8 * load<i32>(job, 64);
  const at = (<usize>row) << 2;
  const score = <f32>products * load<f32>(<usize>load<u32>(job, 40) + at) * load<f32>(job, 68);
  if (score + load<f32>(<usize>load<u32>(job, 44) + at) < threshold) return next;
  store<u32>(next, row);
  store<f32>(next, score, 4);
  return next + 8;
}
