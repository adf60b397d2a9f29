import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EmbeddingError } from '../../errors.ts';
import { parseTable, quantizeRows, writeTable } from './table-file.ts';

const dimensions = 8;
const anyRows = fc
  .array(fc.float({ min: -100, max: 100, noNaN: true }), { minLength: 8, maxLength: 80 })
  .map((values) => Float32Array.from(values.slice(0, values.length - (values.length % dimensions))));

describe('a table as bytes', () => {
  it('is read as it was written, also from the middle of other bytes', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 0, max: 7 }), (rows, offset) => {
        const table = quantizeRows(rows, dimensions);
        const file = Buffer.concat([Buffer.alloc(offset), writeTable(table), Buffer.alloc(5)]);
        expect(parseTable(file.subarray(offset, -5))).toEqual(table);
      }),
    );
  });

  it('keeps every number to within half a step of its row', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const { scales, bytes } = quantizeRows(rows, dimensions);
        for (const [index, value] of rows.entries()) {
          const scale = scales[Math.floor(index / dimensions)]!;
          expect(Math.abs(value - scale * bytes[index]!)).toBeLessThanOrEqual(scale * 0.5001);
        }
      }),
    );
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['other bytes', new Uint8Array(400)],
    ['a part of a table', writeTable(quantizeRows(new Float32Array(80).fill(1), dimensions)).subarray(0, -1)],
  ])('refuses %s', (_, bytes) => {
    expect(() => parseTable(bytes)).toThrow(EmbeddingError);
  });
});
