/** Steps towards the size; each divides what is missing by about ten. */
const steps = 4;

/** The size at which chunks have about `wanted` tokens in the mean. */
export async function sizeForMean(
  wanted: number,
  meanAt: (size: number) => Promise<number>,
): Promise<number> {
  let best = { size: Math.round(wanted), distance: Number.POSITIVE_INFINITY };
  let { size } = best;
  for (let step = 0; step < steps; step++) {
    const mean = await meanAt(size);
    const distance = Math.abs(mean - wanted);
    if (distance < best.distance) best = { size, distance };
    size = Math.round((size * wanted) / mean);
  }
  return best.size;
}
