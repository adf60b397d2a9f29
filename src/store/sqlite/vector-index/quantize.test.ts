import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normOf } from '../search/cosine.ts';
import { quantizeRow, type RowPlanes, strideOf } from './quantize.ts';

/** The four bits that a plane has of a number, as assembly/vector-scan.ts reads them. */
function fourBits(plane: Uint8Array, index: number): number {
  const words = new Uint16Array(plane.buffer, (index >> 5) << 4, 8);
  return ((words[index & 7] as number) >> (((index >> 3) & 3) * 4)) & 15;
}

function planesFor(dimensions: number): RowPlanes {
  const bytes = strideOf(dimensions) / 2;
  return { high: new Uint8Array(bytes).fill(255), low: new Uint8Array(bytes).fill(255) };
}

const numbers = fc.oneof(fc.constantFrom(0, 1, -1), fc.double({ min: -1, max: 1, noNaN: true }));
const vectors = fc
  .tuple(fc.array(numbers, { minLength: 1, maxLength: 100 }), fc.constantFrom(1e-30, 1, 1e30))
  .map(([values, length]) => Float32Array.from(values, (value) => value * length))
  .filter((vector) => normOf(vector) > 0);

describe('a quantized row', () => {
  it('is within its errors of the unit vector, from both planes and from the high one alone', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const { high, low } = planesFor(vector.length);
        const row = quantizeRow(vector, { high, low });
        const norm = normOf(vector);
        const distance = (numberAt: (index: number) => number) =>
          Math.sqrt(
            vector.reduce(
              (sum, value, index) => sum + (value / norm - (row?.scale ?? NaN) * numberAt(index)) ** 2,
              0,
            ),
          );
        const fine = distance((index) => 16 * fourBits(high, index) + fourBits(low, index) - 136);
        const coarse = distance((index) => 16 * fourBits(high, index) - 128);
        expect(fine).toBeLessThanOrEqual(row?.error ?? NaN);
        expect(coarse).toBeLessThanOrEqual(row?.coarseError ?? NaN);
      }),
    );
  });

  it('does not exist of a vector without direction', () => {
    expect(quantizeRow(new Float32Array(8), planesFor(8))).toBeUndefined();
    expect(quantizeRow(new Float32Array(8).fill(Infinity), planesFor(8))).toBeUndefined();
  });
});
