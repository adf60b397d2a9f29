/**
 * Sums int8 rows, each times a factor of its own, in doubles: every element by itself, in the order of the list, with
 * correctly rounded operations only, so the same on every machine.
 *
 *   sum      `stride` f64; `stride` is a multiple of 16
 *   rows     `stride` i8 each
 *   list     u32: rows to add, `count` of them
 *   factors  f64: one for each of them
 */
export function sumRows(
  sum: usize,
  stride: usize,
  rows: usize,
  list: usize,
  factors: usize,
  count: usize,
): void {
  for (let at: usize = 0; at < stride; at += 16) {
    sumEight(sum + (at << 3), stride, rows + at, list, factors, count);
    sumEight(sum + (at << 3) + 64, stride, rows + at + 8, list, factors, count);
  }
}

/** Eight elements stay in registers. */
function sumEight(
  sum: usize,
  stride: usize,
  rows: usize,
  list: usize,
  factors: usize,
  count: usize,
): void {
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  let third = f64x2.splat(0);
  let fourth = f64x2.splat(0);
  for (let index: usize = 0; index < count; index++) {
    const factor = f64x2.splat(load<f64>(factors + (index << 3)));
    const row = v128.load8x8_s(rows + <usize>load<u32>(list + (index << 2)) * stride);
    const low = i32x4.extend_low_i16x8_s(row);
    const high = i32x4.extend_high_i16x8_s(row);
    first = f64x2.add(first, f64x2.mul(factor, f64x2.convert_low_i32x4_s(low)));
    second = f64x2.add(second, f64x2.mul(factor, f64x2.convert_low_i32x4_s(upper(low))));
    third = f64x2.add(third, f64x2.mul(factor, f64x2.convert_low_i32x4_s(high)));
    fourth = f64x2.add(fourth, f64x2.mul(factor, f64x2.convert_low_i32x4_s(upper(high))));
  }
  v128.store(sum, first);
  v128.store(sum, second, 16);
  v128.store(sum, third, 32);
  v128.store(sum, fourth, 48);
}

// @ts-ignore: decorator
@inline
function upper(lanes: v128): v128 {
  return i32x4.shuffle(lanes, lanes, 2, 3, 2, 3);
}
