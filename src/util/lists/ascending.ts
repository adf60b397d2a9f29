/** First position `from` ≤ position < `to` of `ids`, which ascend, that is not below `id`; `to` when there is none. */
export function lowerBound(ids: Float64Array, id: number, { from = 0, to = ids.length } = {}): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Calls `found` with the positions in `ids` of those of `wanted` that are there. Both ascend. A step for each of the
 * wanted, and as many more as the gaps between them have digits.
 */
export function eachCommon(ids: Float64Array, wanted: Float64Array, found: (position: number) => void): void {
  let from = 0;
  for (const id of wanted) {
    let stride = 1;
    while (from + stride < ids.length && (ids[from + stride] as number) < id) {
      from += stride;
      stride *= 2;
    }
    from = lowerBound(ids, id, { from, to: Math.min(ids.length, from + stride + 1) });
    if (from === ids.length) return;
    if (ids[from] === id) found(from);
  }
}
