import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StaticTable } from './static-table.ts';
import { quantizeRows, type TableParts } from './table-file.ts';

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const dimensions = 4;
const rows = Float32Array.from([0, 0, 0, 0, 127, 0, 0, 0, 0, 254, 0, 0, 0, 0, -127, 127]);
const table = new StaticTable(quantizeRows(rows, dimensions));

describe('StaticTable', () => {
  it('gives unit vectors', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), (ids) => {
        const vector = table.embed(ids);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('gives the zero vector where no token has a vector', () => {
    expect(table.embed([]).every((value) => value === 0)).toBe(true);
    expect(table.embed([0, 0, 99]).every((value) => value === 0)).toBe(true);
  });

  it('gives one token its direction, however often it occurs', () => {
    expect([...table.embed([3, 3, 3])]).toEqual([0, 0, -Math.SQRT1_2, Math.SQRT1_2].map(Math.fround));
  });

  it('adds the vectors of tokens, each √tf times', () => {
    const vector = table.embed([1, 2, 1, 1, 1]);
    const expected = [127 * 2, 254, 0, 0];
    const length = Math.hypot(...expected);
    for (const [index, value] of vector.entries()) expect(value).toBeCloseTo(expected[index]! / length, 6);
  });

  it('gives the bits of the plain formula, whatever the number of dimensions', () => {
    const token = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.array(token), fc.nat(), (width, ids, seed) => {
        const values = Float32Array.from({ length: 10 * width }, (_, index) => Math.sin(seed + index));
        const parts = quantizeRows(values, width);
        expect(new StaticTable(parts).embed(ids)).toEqual(embedPlainly(parts, ids));
      }),
    );
  });
});

function embedPlainly(
  { dimensions: width, scales, bytes }: TableParts,
  ids: readonly number[],
): Float32Array {
  const tokens = [...new Set(ids)];
  const sum = Array.from({ length: width }, (_, column) => {
    let total = 0;
    for (let index = 0; index < tokens.length; index += 1) {
      const token = tokens[index]!;
      const count = Math.sqrt(ids.filter((id) => id === token).length);
      total += scales[token]! * count * bytes[token * width + column]!;
    }
    return total;
  });
  const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
  return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
}
