/** As pgvector reads it; `null` for a vector of zeros, which no search finds. */
export function toVector(vector: Float32Array): string | null {
  return vector.some((value) => value !== 0) ? `[${vector.join()}]` : null;
}

/** The inverse of `toVector`. */
export function fromVector(text: string | null, dimensions: number): Float32Array {
  return text === null ? new Float32Array(dimensions) : Float32Array.from(JSON.parse(text) as number[]);
}

/** Two integers of two bytes: how many numbers, and 0. */
const headerBytes = 4;

/** `toVector` in binary: a fifth of the bytes, and no number to read or write as text. A parameter alone takes it, not JSON. */
export function toVectorBytes(vector: Float32Array): Buffer | null {
  if (vector.every((value) => value === 0)) return null;
  const bytes = Buffer.alloc(headerBytes + vector.byteLength);
  bytes.writeUInt16BE(vector.length);
  vector.forEach((value, index) =>
    bytes.writeFloatBE(value, headerBytes + index * Float32Array.BYTES_PER_ELEMENT),
  );
  return bytes;
}
