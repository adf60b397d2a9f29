/**
 * One step of contrastive training of a static embedding table.
 *
 * A text is a bag of tokens; its vector is v = u / |u| with u = Σ_t count_t · weight_t · row_t. A batch has `batch`
 * queries and as many passages, of which the i-th belong together. With s_ij = v_i · v_j / temperature, the loss is
 * the symmetric InfoNCE
 *
 *   −½ Σ_i (log softmax over j of s_ij at i  +  log softmax over j of s_ji at i) / batch
 *
 * and rows and the logarithms of weights go one step of Adam down its gradient; tokens that are not in the batch stay
 * (as in SparseAdam). Nothing depends on the machine: only correctly rounded operations in a fixed order.
 *
 *   memory:  inputs │ rows │ moments of rows │ gradient of rows │ weights and theirs │ vectors and scores of a batch
 *
 * @see https://arxiv.org/abs/1807.03748 (InfoNCE), https://arxiv.org/abs/1412.6980 (Adam)
 */
const firstDecay: f32 = 0.9;
const secondDecay: f32 = 0.999;
const one: f32 = 1;
const tiny: f32 = 1e-8;
/** Parts of a gradient below this are left out: most pairs of a batch hardly touch. */
const negligible: f32 = 1e-5;

let dimensions: i32 = 0;
let rowCount: i32 = 0;
let next: usize = 0;

/** Inputs, written by the caller. */
let offsets: usize = 0;
let tokens: usize = 0;
let counts: usize = 0;
let groups: usize = 0;
/** The table. */
let rows: usize = 0;
let weights: usize = 0;
/** Adam's state. */
let rowMeans: usize = 0;
let rowSquares: usize = 0;
let weightMeans: usize = 0;
let weightSquares: usize = 0;
let firstPowers: usize = 0;
let secondPowers: usize = 0;
/** Of the batch at hand. */
let rowGradients: usize = 0;
let weightGradients: usize = 0;
let isTouched: usize = 0;
let touched: usize = 0;
let touchedCount: i32 = 0;
let vectors: usize = 0;
let vectorGradients: usize = 0;
let norms: usize = 0;
let exponentials: usize = 0;
let rowSums: usize = 0;
let columnSums: usize = 0;
let products: usize = 0;

function reserve(bytes: usize): usize {
  const start = next;
  next = (next + bytes + 15) & ~15;
  return start;
}

/** Lays out the memory and gives the number of bytes that it needs. Must be called once, before anything is written. */
export function layOut(rowTotal: i32, dimensionTotal: i32, batchMaximum: i32, tokenMaximum: i32): usize {
  dimensions = dimensionTotal;
  rowCount = rowTotal;
  next = (__heap_base + 15) & ~15;
  const perRow = <usize>rowTotal << 2;
  const perTable = perRow * dimensionTotal;
  const perText = <usize>batchMaximum << 3;
  offsets = reserve(perText + 4);
  tokens = reserve(<usize>tokenMaximum << 2);
  counts = reserve(<usize>tokenMaximum << 2);
  groups = reserve(<usize>batchMaximum << 2);
  rows = reserve(perTable);
  weights = reserve(perRow);
  rowMeans = reserve(perTable);
  rowSquares = reserve(perTable);
  weightMeans = reserve(perRow);
  weightSquares = reserve(perRow);
  firstPowers = reserve(perRow);
  secondPowers = reserve(perRow);
  rowGradients = reserve(perTable);
  weightGradients = reserve(perRow);
  isTouched = reserve(rowTotal);
  touched = reserve(perRow);
  vectors = reserve((perText + (3 << 2)) * dimensionTotal); // passages are read by fours
  vectorGradients = reserve(perText * dimensionTotal);
  norms = reserve(perText);
  exponentials = reserve(<usize>batchMaximum * batchMaximum * 4);
  rowSums = reserve(<usize>batchMaximum << 2);
  columnSums = reserve(<usize>batchMaximum << 2);
  products = reserve(16);
  return next;
}

/** To be called once the memory is large enough. */
export function start(): void {
  for (let row = 0; row < rowCount; row++) {
    store<f32>(firstPowers + (<usize>row << 2), 1);
    store<f32>(secondPowers + (<usize>row << 2), 1);
  }
}

/** Where text `i` (the queries, then the passages) begins among the tokens: 2 · batch + 1 numbers of 32 bits. */
export function offsetsAt(): usize {
  return offsets;
}
/** Row of each token: 32 bits. */
export function tokensAt(): usize {
  return tokens;
}
/** What each token counts in its text: 32-bit float. */
export function countsAt(): usize {
  return counts;
}
/** Pairs of the same group are not each other's negatives: 32 bits a pair. */
export function groupsAt(): usize {
  return groups;
}
/** `dimensions` 32-bit floats a row. */
export function rowsAt(): usize {
  return rows;
}
/** One 32-bit float a row, > 0. */
export function weightsAt(): usize {
  return weights;
}
/** Vectors of the last batch. */
export function vectorsAt(): usize {
  return vectors;
}

// @ts-ignore: decorator
@inline
function dot(a: usize, b: usize): f32 {
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  const end = a + (<usize>dimensions << 2);
  while (a < end) {
    first = f32x4.add(first, f32x4.mul(v128.load(a), v128.load(b)));
    second = f32x4.add(second, f32x4.mul(v128.load(a, 16), v128.load(b, 16)));
    a += 32;
    b += 32;
  }
  return sumOfLanes(f32x4.add(first, second));
}

// @ts-ignore: decorator
@inline
function sumOfLanes(sum: v128): f32 {
  return (
    f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3))
  );
}

// @ts-ignore: decorator
@inline
function addScaled(to: usize, from: usize, factor: f32): void {
  const factors = f32x4.splat(factor);
  const end = to + (<usize>dimensions << 2);
  while (to < end) {
    v128.store(to, f32x4.add(v128.load(to), f32x4.mul(factors, v128.load(from))));
    v128.store(to, f32x4.add(v128.load(to, 16), f32x4.mul(factors, v128.load(from, 16))), 16);
    to += 32;
    from += 32;
  }
}

// @ts-ignore: decorator
@inline
function at(base: usize, index: i32): usize {
  return base + (<usize>index << 2);
}

// @ts-ignore: decorator
@inline
function vectorAt(base: usize, index: i32): usize {
  return base + (<usize>index * dimensions << 2);
}

function embed(text: i32): void {
  const vector = vectorAt(vectors, text);
  memory.fill(vector, 0, <usize>dimensions << 2);
  const end = load<i32>(at(offsets, text + 1));
  for (let index = load<i32>(at(offsets, text)); index < end; index++) {
    const token = load<i32>(at(tokens, index));
    addScaled(vector, vectorAt(rows, token), load<f32>(at(counts, index)) * load<f32>(at(weights, token)));
  }
  const norm = Mathf.sqrt(dot(vector, vector));
  store<f32>(at(norms, text), norm);
  if (norm == 0) return;
  const factor = f32x4.splat(1 / norm);
  const stop = vector + (<usize>dimensions << 2);
  for (let place = vector; place < stop; place += 16) v128.store(place, f32x4.mul(factor, v128.load(place)));
}

/** Four dot products of `a` with the vectors from `b` on, into `products`. */
// @ts-ignore: decorator
@inline
function dotOfFour(a: usize, b: usize): void {
  const bytes = <usize>dimensions << 2;
  let first = f32x4.splat(0);
  let second = f32x4.splat(0);
  let third = f32x4.splat(0);
  let fourth = f32x4.splat(0);
  const end = a + bytes;
  while (a < end) {
    const part = v128.load(a);
    first = f32x4.add(first, f32x4.mul(part, v128.load(b)));
    second = f32x4.add(second, f32x4.mul(part, v128.load(b + bytes)));
    third = f32x4.add(third, f32x4.mul(part, v128.load(b + 2 * bytes)));
    fourth = f32x4.add(fourth, f32x4.mul(part, v128.load(b + 3 * bytes)));
    a += 16;
    b += 16;
  }
  store<f32>(products, sumOfLanes(first));
  store<f32>(products, sumOfLanes(second), 4);
  store<f32>(products, sumOfLanes(third), 8);
  store<f32>(products, sumOfLanes(fourth), 12);
}

/**
 * e^(s_ij − 1 / temperature) of all pairs, and their sums by row and by column. No cosine is above 1, so none overflows;
 * passages behind the last one are scored with others of their four and not read.
 */
function score(batch: i32, scale: f32): void {
  memory.fill(columnSums, 0, <usize>batch << 2);
  for (let row = 0; row < batch; row++) {
    const group = load<i32>(at(groups, row));
    const query = vectorAt(vectors, row);
    let sum: f32 = 0;
    for (let column = 0; column < batch; column++) {
      if ((column & 3) == 0) dotOfFour(query, vectorAt(vectors, batch + column));
      const isApart = row == column || group != load<i32>(at(groups, column));
      const raised: f32 = isApart ? Mathf.exp(scale * (load<f32>(at(products, column & 3)) - 1)) : 0;
      store<f32>(at(exponentials, row * batch + column), raised);
      store<f32>(at(columnSums, column), load<f32>(at(columnSums, column)) + raised);
      sum += raised;
    }
    store<f32>(at(rowSums, row), sum);
  }
}

function lossOf(row: i32, batch: i32): f32 {
  const sums = Mathf.log(load<f32>(at(rowSums, row))) + Mathf.log(load<f32>(at(columnSums, row)));
  return sums / 2 - Mathf.log(load<f32>(at(exponentials, row * batch + row)));
}

function gradientOfVectors(row: i32, batch: i32, scale: f32): void {
  const byRow = one / load<f32>(at(rowSums, row));
  for (let column = 0; column < batch; column++) {
    const shares = byRow + one / load<f32>(at(columnSums, column));
    const share: f32 = 0.5 * load<f32>(at(exponentials, row * batch + column)) * shares - (row == column ? 1 : 0);
    if (Mathf.abs(share) < negligible) continue;
    const factor: f32 = (share * scale) / <f32>batch;
    addScaled(vectorAt(vectorGradients, row), vectorAt(vectors, batch + column), factor);
    addScaled(vectorAt(vectorGradients, batch + column), vectorAt(vectors, row), factor);
  }
}

/** From the gradient of a text's unit vector to those of its tokens' rows and of the logarithms of their weights. */
function gradientOfTokens(text: i32, withWeights: bool): void {
  const norm = load<f32>(at(norms, text));
  if (norm == 0) return;
  const gradient = vectorAt(vectorGradients, text);
  const vector = vectorAt(vectors, text);
  addScaled(gradient, vector, -dot(vector, gradient));
  const end = load<i32>(at(offsets, text + 1));
  for (let index = load<i32>(at(offsets, text)); index < end; index++) {
    const token = load<i32>(at(tokens, index));
    touch(token);
    const factor = (load<f32>(at(counts, index)) * load<f32>(at(weights, token))) / norm;
    addScaled(vectorAt(rowGradients, token), gradient, factor);
    if (!withWeights) continue;
    const place = at(weightGradients, token);
    store<f32>(place, load<f32>(place) + factor * dot(vectorAt(rows, token), gradient));
  }
}

function touch(token: i32): void {
  if (load<u8>(isTouched + token)) return;
  store<u8>(isTouched + token, 1);
  store<i32>(at(touched, touchedCount++), token);
  memory.fill(vectorAt(rowGradients, token), 0, <usize>dimensions << 2);
  store<f32>(at(weightGradients, token), 0);
}

function descend(token: i32, rate: f32, weightRate: f32): void {
  const firstPower = load<f32>(at(firstPowers, token)) * firstDecay;
  const secondPower = load<f32>(at(secondPowers, token)) * secondDecay;
  store<f32>(at(firstPowers, token), firstPower);
  store<f32>(at(secondPowers, token), secondPower);
  descendRow(token, rate / (1 - firstPower), 1 / (1 - secondPower));
  if (weightRate == 0) return;
  const gradient = load<f32>(at(weightGradients, token));
  const mean = firstDecay * load<f32>(at(weightMeans, token)) + (1 - firstDecay) * gradient;
  const square = secondDecay * load<f32>(at(weightSquares, token)) + (1 - secondDecay) * gradient * gradient;
  store<f32>(at(weightMeans, token), mean);
  store<f32>(at(weightSquares, token), square);
  const change = (weightRate * (mean / (1 - firstPower))) / (Mathf.sqrt(square / (1 - secondPower)) + tiny);
  store<f32>(at(weights, token), load<f32>(at(weights, token)) * Mathf.exp(-change));
}

function descendRow(token: i32, rate: f32, correction: f32): void {
  let row = vectorAt(rows, token);
  let gradients = vectorAt(rowGradients, token);
  let means = vectorAt(rowMeans, token);
  let squares = vectorAt(rowSquares, token);
  const end = row + (<usize>dimensions << 2);
  while (row < end) {
    const gradient = v128.load(gradients);
    const mean = f32x4.add(
      f32x4.mul(f32x4.splat(firstDecay), v128.load(means)),
      f32x4.mul(f32x4.splat(1 - firstDecay), gradient),
    );
    const square = f32x4.add(
      f32x4.mul(f32x4.splat(secondDecay), v128.load(squares)),
      f32x4.mul(f32x4.splat(1 - secondDecay), f32x4.mul(gradient, gradient)),
    );
    v128.store(means, mean);
    v128.store(squares, square);
    const spread = f32x4.add(f32x4.sqrt(f32x4.mul(square, f32x4.splat(correction))), f32x4.splat(tiny));
    v128.store(row, f32x4.sub(v128.load(row), f32x4.div(f32x4.mul(f32x4.splat(rate), mean), spread)));
    row += 16;
    gradients += 16;
    means += 16;
    squares += 16;
  }
}

/**
 * The mean loss of the batch in memory. With a `rate` above 0 the table then takes a step down its gradient;
 * `weightRate` is the step of the logarithms of the weights, 0 leaves them.
 */
export function step(batch: i32, temperature: f32, rate: f32, weightRate: f32): f32 {
  const scale: f32 = 1 / temperature;
  for (let text = 0; text < 2 * batch; text++) embed(text);
  score(batch, scale);
  memory.fill(vectorGradients, 0, (<usize>(2 * batch) * dimensions) << 2);
  let loss: f32 = 0;
  for (let row = 0; row < batch; row++) {
    loss += lossOf(row, batch);
    if (rate > 0) gradientOfVectors(row, batch, scale);
  }
  if (rate > 0) {
    touchedCount = 0;
    for (let text = 0; text < 2 * batch; text++) gradientOfTokens(text, weightRate > 0);
    for (let index = 0; index < touchedCount; index++) {
      const token = load<i32>(at(touched, index));
      store<u8>(isTouched + token, 0);
      descend(token, rate, weightRate);
    }
  }
  return loss / f32(batch);
}
