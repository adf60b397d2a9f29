/**
 * Positions of the `limit` highest scores and of every other score equal to the lowest of them, so that the
 * caller can break ties; in no particular order. NaN scores are left out.
 */
export function topPositions(scores: Float64Array, limit: number): number[] {
  if (limit < 1) return [];
  const threshold = lowestOfTop(scores, limit);
  const positions: number[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    if ((scores[position] as number) >= threshold) positions.push(position);
  }
  return positions;
}

/** The `limit`-th highest score, by a heap of at most `limit` scores with the lowest on top; −∞ if there are fewer. */
export function lowestOfTop(scores: Float64Array, limit: number): number {
  const heap: number[] = [];
  for (const score of scores) {
    if (Number.isNaN(score)) continue;
    if (heap.length < limit) {
      heap.push(score);
      siftUp(heap);
    } else if (score > (heap[0] as number)) {
      heap[0] = score;
      siftDown(heap);
    }
  }
  return heap.length < limit ? -Infinity : (heap[0] as number);
}

function siftUp(heap: number[]): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if ((heap[parent] as number) <= (heap[child] as number)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function siftDown(heap: number[]): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const lower = right < heap.length && (heap[right] as number) < (heap[left] as number) ? right : left;
    if ((heap[parent] as number) <= (heap[lower] as number)) return;
    swap(heap, parent, lower);
    parent = lower;
  }
}

function swap(heap: number[], first: number, second: number): void {
  [heap[first], heap[second]] = [heap[second] as number, heap[first] as number];
}
