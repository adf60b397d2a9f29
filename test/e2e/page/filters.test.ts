/** Conditions of a search as its address has them, and what the server is asked for. */
import { describe, expect, it } from 'vitest';
import { compact, parseConditions, toFilter } from '../../../web/search/filters.ts';
import type { Field } from '../../../web/shapes.ts';

const fields: readonly Field[] = [
  { name: 'dateCreated', type: 'date', description: '' },
  { name: 'year', type: 'number', description: '' },
];

describe('toFilter', () => {
  it('has the whole last day of a range of dates', () => {
    expect(toFilter({ dateCreated: { from: '2024-02-01', to: '2024-02-29' } }, fields)).toEqual({
      $and: [{ dateCreated: { $gte: '2024-02-01' } }, { dateCreated: { $lt: '2024-03-01' } }],
    });
  });
  it('has the last number of a range, and leaves to the server what is no date', () => {
    expect(toFilter({ year: { to: '2024' }, dateCreated: { to: 'soon' } }, fields)).toEqual({
      $and: [{ year: { $lte: 2024 } }, { dateCreated: { $lte: 'soon' } }],
    });
  });
});

describe('parseConditions', () => {
  it('takes back what was written', () => {
    const conditions = { format: { is: 'pdf' }, year: { from: '2020', to: '2024' } };
    expect(parseConditions(JSON.stringify(conditions))).toEqual(conditions);
  });
  it.each(['null', '{"a":null}', '{"a":{"is":{}}}', '[1]', '3', '"a"', '{', ''])('bears %s', (text) => {
    const conditions = parseConditions(text);
    expect([compact(conditions), toFilter(conditions, fields)]).toEqual([undefined, undefined]);
  });
});
