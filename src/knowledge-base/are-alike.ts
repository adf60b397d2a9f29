import { isDeepStrictEqual } from 'node:util';
import type { DocumentRecord } from '../store/store.ts';

/** Stores may keep vectors in fewer bits, or make them of unit length again: less than this of their direction is lost. */
const leastCosine = 1 - 1e-5;

/** Whether two stores have the same of a document: all that it says, its chunks, their vectors and the original. */
export function areAlike(one: DocumentRecord, other: DocumentRecord): boolean {
  return (
    isDeepStrictEqual(words(one), words(other)) &&
    isDeepStrictEqual(
      one.original && Buffer.from(one.original),
      other.original && Buffer.from(other.original),
    ) &&
    one.chunks.every(({ vector }, index) => pointAlike(vector, other.chunks[index]!.vector))
  );
}

/** Everything but bytes and vectors, as it is stored: without fields that are there and undefined. */
function words({ document, content, chunks }: DocumentRecord): unknown {
  const others = chunks.map((chunk) => ({ ...chunk, vector: undefined }));
  return JSON.parse(JSON.stringify({ document: { ...document, collection: '' }, content, chunks: others }));
}

function pointAlike(one: Float32Array, other: Float32Array): boolean {
  if (one.length !== other.length) return false;
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  const product = one.reduce((sum, value, index) => sum + value * other[index]!, 0);
  const areZero = one.every((value) => value === 0) && other.every((value) => value === 0);
  return areZero || (product >= leastCosine * lengths && lengths > 0);
}
