/** As pgvector reads it; `null` for a vector of zeros, which no search finds. */
export function toVector(vector: Float32Array): string | null {
  return vector.some((value) => value !== 0) ? `[${vector.join()}]` : null;
}

/** The inverse of `toVector`. */
export function fromVector(text: string | null, dimensions: number): Float32Array {
  return text === null ? new Float32Array(dimensions) : Float32Array.from(JSON.parse(text) as number[]);
}
