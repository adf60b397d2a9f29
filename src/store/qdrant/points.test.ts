import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saturation } from '../../text/terms/bm25.ts';
import { termVector, toSparse } from './points.ts';
import { typedKey, valuesOf } from './typed-fields.ts';

const words = fc.array(fc.constantFrom('sea', 'quay', 'costarring', 'liquid'), {
  minLength: 1,
  maxLength: 20,
});

describe('termVector', () => {
  it('gives each index once, also where terms share one', () => {
    // FNV-1a of these two is the same.
    const terms = ['costarring', 'liquid'];
    const { indices, values } = toSparse(terms.map((term) => [term, 0.5]));
    expect([indices.length, values]).toEqual([1, [1]]);
  });

  it('has with a query a product that BM25 reaches at most, times what the average length has grown', () => {
    const property = fc.property(words, words, fc.integer({ min: 1, max: 60 }), (text, query, average) => {
      const usual = 10;
      const frequencies = new Map(text.map((term) => [term, text.filter((one) => one === term).length]));
      const vector = termVector({ frequencies, count: text.length }, usual);
      const asked = toSparse(new Map(query.map((term) => [term, 1])));
      const product = asked.indices.reduce((sum, index, position) => {
        const at = vector.indices.indexOf(index);
        return at < 0 ? sum : sum + asked.values[position]! * vector.values[at]!;
      }, 0);
      const score = [...new Set(query)].reduce((sum, term) => {
        const frequency = frequencies.get(term) ?? 0;
        return sum + (frequency === 0 ? 0 : saturation(frequency, text.length / average));
      }, 0);
      expect(score).toBeLessThanOrEqual(product * Math.max(1, average / usual) * (1 + 1e-9));
    });
    fc.assert(property, { numRuns: 200 });
  });
});

it('keeps the values of fields as they were, with their types apart', () => {
  const values = ['a', '1', 1, true, 'true', '', -0.5, 2 ** 53 + 2, 1e-7];
  expect([...valuesOf({ k: ['x', 'l', ...values.map(typedKey)] })]).toEqual(values);
  expect(new Set(values.map(typedKey)).size).toBe(values.length);
  expect(typedKey('2024-01-01')).toBe(typedKey('2024-01-01T00:00:00Z'));
});
