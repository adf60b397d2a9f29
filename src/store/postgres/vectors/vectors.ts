/**
 * Vectors go to the server in binary, and come from it so: as text, both sides would have to write and to read every number. One of zeros
 * is NULL there, and no search finds it.
 */
const { BYTES_PER_ELEMENT: floatBytes } = Float32Array;

const isZero = (vector: Float32Array) => vector.every((value) => value === 0);

/** Two integers of two bytes: how many numbers, and 0. */
const headerBytes = 4;

/** As pgvector reads one from a parameter. */
export function toVector(vector: Float32Array): Buffer | null {
  if (isZero(vector)) return null;
  const bytes = Buffer.alloc(headerBytes + vector.byteLength);
  bytes.writeUInt16BE(vector.length);
  vector.forEach((value, index) => bytes.writeFloatBE(value, headerBytes + index * floatBytes));
  return bytes;
}

/** What `fromVector` reads of a column. */
export const vectorBytes = (column: string): string => `vector_send(${column})`;

/** The inverse of `toVector`. */
export function fromVector(bytes: Buffer | null, dimensions: number): Float32Array {
  if (bytes === null) return new Float32Array(dimensions);
  const vector = new Float32Array(bytes.readUInt16BE());
  for (let index = 0; index < vector.length; index += 1)
    vector[index] = bytes.readFloatBE(headerBytes + index * floatBytes);
  return vector;
}

/** Of an array of one dimension of `real`: how many dimensions, whether any is NULL, the type; how many numbers, and the first index. */
const arrayHeader = [1, 0, 700] as const;
const arrayHeaderBytes = 20;

/**
 * Many vectors of the same length for one statement: a parameter of type `real[]`, all numbers one after the other, and for each vector the
 * index of its first number there, or `null`.
 */
export function toReals(vectors: readonly Float32Array[]): {
  readonly reals: Buffer;
  readonly starts: readonly (number | null)[];
} {
  let count = 0;
  const starts = vectors.map((vector) => {
    if (isZero(vector)) return null;
    count += vector.length;
    return count - vector.length + 1;
  });
  const reals = Buffer.alloc(arrayHeaderBytes + count * 2 * floatBytes);
  let at = 0;
  for (const value of [...arrayHeader, count, 1]) at = reals.writeInt32BE(value, at);
  for (const [index, vector] of vectors.entries()) {
    if (starts[index] === null) continue;
    for (const value of vector) at = reals.writeFloatBE(value, reals.writeInt32BE(floatBytes, at));
  }
  return { reals, starts };
}

/** In SQL, the vector of as many numbers that begins at `start` of the parameter `reals`. */
export const vectorAt = (reals: string, start: string, dimensions: string): string =>
  `((${reals}::real[])[${start} : ${start} + ${dimensions}::int - 1])::vector`;
