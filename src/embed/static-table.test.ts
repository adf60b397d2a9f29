import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomSigns, StaticTable } from './static-table.ts';

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);
const table = new StaticTable(Uint8Array.from([0, 10, 20, 40, 255]), 64);

describe('randomSigns', () => {
  it('gives the same signs for a seed on every machine', () => {
    const bits = [...randomSigns(7, 32)].map((sign) => (sign > 0 ? '1' : '0')).join('');
    expect(bits).toBe('01011100010011111110101111111110');
  });

  it('gives nearly orthogonal directions: products of 500 pairs have mean 0 and variance 1/dimensions', () => {
    const dimensions = 256;
    const products = Array.from({ length: 500 }, (_, seed) => {
      const next = randomSigns(seed + 1, dimensions);
      return (
        randomSigns(seed, dimensions).reduce((sum, sign, index) => sum + sign * next[index]!, 0) / dimensions
      );
    });
    const mean = products.reduce((sum, value) => sum + value, 0) / products.length;
    const variance = products.reduce((sum, value) => sum + value ** 2, 0) / products.length;
    expect(Math.abs(mean)).toBeLessThan(0.01);
    expect(variance * dimensions).toBeGreaterThan(0.8);
    expect(variance * dimensions).toBeLessThan(1.2);
  });
});

describe('StaticTable', () => {
  it('gives unit vectors', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), (ids) => {
        const vector = table.embed(ids);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
      }),
    );
  });

  it('gives the zero vector where no token has a weight', () => {
    expect(table.embed([]).every((value) => value === 0)).toBe(true);
    expect(table.embed([0, 0, 99]).every((value) => value === 0)).toBe(true);
  });

  it('gives one token its direction, however often it occurs', () => {
    const direction = randomSigns(3, 64);
    expect([...table.embed([3, 3, 3])]).toEqual([...direction].map((sign) => Math.fround(sign / 8)));
  });

  it('weighs tokens by weight · tf^0.75', () => {
    const [a, b] = [randomSigns(1, 64), randomSigns(2, 64)];
    const vector = table.embed([1, 2, 1, 1, 1]);
    const expected = Float64Array.from(a, (sign, index) => 10 * 4 ** 0.75 * sign + 20 * b[index]!);
    const length = Math.hypot(...expected);
    for (const [index, value] of vector.entries()) expect(value).toBeCloseTo(expected[index]! / length, 6);
  });
});
