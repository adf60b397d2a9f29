import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantizeRows } from '../built-in/table-file.ts';
import { activateRows, countChunksWith, mixWeights, replaceRows } from './active-rows.ts';

const dimensions = 8;
const tokenCount = 6;
const anyTable = fc
  .array(fc.float({ min: -4, max: 4, noNaN: true, noDefaultInfinity: true }), {
    minLength: tokenCount * dimensions,
    maxLength: tokenCount * dimensions,
  })
  .map((values) => quantizeRows(Float32Array.from(values), dimensions));
const anyTokens = fc.uniqueArray(fc.integer({ min: 0, max: tokenCount - 1 }));
const once = (tokens: readonly number[]) => new Map(tokens.map((token) => [token, 1]));

describe('countChunksWith', () => {
  it('counts a chunk once for each token of its title, heading and sentences', () => {
    const chunk = { document: 0, title: [1, 2], heading: [2], sentences: [[3, 3], [1]] };
    const other = { ...chunk, title: [], heading: [], sentences: [[3]] };
    expect(countChunksWith([chunk, other])).toEqual(
      new Map([
        [1, 1],
        [2, 1],
        [3, 2],
      ]),
    );
  });
});

describe('activateRows', () => {
  it('gives directions of length 1, and the lengths of the vectors as weights', () => {
    const table = quantizeRows(Float32Array.of(...Array(8).fill(0), 3, 4, 0, 0, 0, 0, 0, 0), dimensions);
    const { tokens, rows } = activateRows(table, once([1, 0, 99]));
    expect(tokens).toEqual([1]);
    expect(rows.weights[0]).toBeCloseTo(5, 1);
    expect(Math.hypot(...rows.rows)).toBeCloseTo(1, 6);
  });
});

describe('replaceRows', () => {
  it('gives back what was activated to within a step of rounding', () => {
    fc.assert(
      fc.property(anyTable, anyTokens, (table, chosen) => {
        const again = replaceRows(table, activateRows(table, once(chosen)));
        for (const [index, byte] of table.bytes.entries()) {
          const scale = table.scales[Math.floor(index / dimensions)]!;
          const value = again.scales[Math.floor(index / dimensions)]! * again.bytes[index]!;
          expect(Math.abs(value - scale * byte)).toBeLessThanOrEqual(scale * 0.51);
        }
      }),
    );
  });

  it('leaves every bit of the other tokens, and of the table it was given', () => {
    fc.assert(
      fc.property(anyTable, anyTokens, (table, chosen) => {
        const before = structuredClone(table);
        const { tokens, rows } = activateRows(table, once(chosen));
        const trained = { ...rows, rows: rows.rows.map((value) => 1 - 2 * value) };
        const replaced = replaceRows(table, { tokens, rows: trained });
        expect(table).toEqual(before);
        for (let token = 0; token < tokenCount; token += 1) {
          if (tokens.includes(token)) continue;
          const range = [token * dimensions, (token + 1) * dimensions] as const;
          expect(replaced.bytes.slice(...range)).toEqual(table.bytes.slice(...range));
          expect(replaced.scales[token]).toBe(table.scales[token]);
        }
      }),
    );
  });
});

describe('mixWeights', () => {
  const chunkCount = 100;
  const idf = (df: number) => Math.log(Math.log(1 + (chunkCount - df + 0.5) / (df + 0.5)) + 1e-3);

  it('gives a token that is rare here more than one that is common here', () => {
    const [rare, common] = mixWeights(Float32Array.of(2, 2), [1, 80], chunkCount);
    expect(rare).toBeGreaterThan(2);
    expect(common).toBeLessThan(2);
    expect(Math.log(rare! / common!)).toBeCloseTo((idf(1) - idf(80)) / 2, 5);
  });

  it('leaves the mean logarithm over all occurrences', () => {
    const positive = fc.float({ min: Math.fround(0.1), max: 10, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(positive, fc.integer({ min: 1, max: chunkCount })), { minLength: 1 }),
        (rows) => {
          const frequencies = rows.map(([, df]) => df);
          const mean = (weights: ArrayLike<number>) =>
            frequencies.reduce((sum, df, row) => sum + df * Math.log(weights[row]!), 0) /
            frequencies.reduce((sum, df) => sum + df, 0);
          const weights = Float32Array.from(rows, ([weight]) => weight);
          expect(mean(mixWeights(weights, frequencies, chunkCount))).toBeCloseTo(mean(weights), 4);
        },
      ),
    );
  });

  it('gives a number above 0 also to a token that every chunk has', () => {
    const [weight] = mixWeights(Float32Array.of(1), [chunkCount], chunkCount);
    expect(weight).toBeGreaterThan(0);
  });
});
