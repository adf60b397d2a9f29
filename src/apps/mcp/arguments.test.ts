import { describe, expect, it } from 'vitest';
import { parameters, toolArguments } from './arguments.ts';

const schema = toolArguments({
  query: parameters.query,
  limit: parameters.int(1, 25).default(8),
  filter: parameters.filter,
  collections: parameters.collections,
});
const problem = (given: unknown) => schema.safeParse(given).error?.issues[0]?.message;

describe('arguments of tools', () => {
  it.each([
    [{ query: 'x' }, { query: 'x', limit: 8 }],
    [
      { question: 'x', top_k: '3' },
      { query: 'x', limit: 3 },
    ],
    [
      { q: 'x', filter: null, collection: '' },
      { query: 'x', limit: 8 },
    ],
    [
      { query: 'x', collection: 'a' },
      { query: 'x', limit: 8, collections: ['a'] },
    ],
    [
      { query: 'x', where: '{"year": 2024}' },
      { query: 'x', limit: 8, filter: { year: 2024 } },
    ],
  ])('%j is read as %j', (given, read) => {
    expect(schema.parse(given)).toEqual(read);
  });

  it.each([
    [{}, /^The argument query is missing$/],
    [{ query: '', limit: 3 }, /^The argument query is missing$/],
    [{ query: 'x', limit: 26 }, /<=25/],
    [{ query: 'x', fitler: {} }, /no argument fitler: known are query, limit, filter, collections/],
    [{ query: 'x', q: 'y' }, /no argument q/],
    [{ query: 'x', filter: 'year = 2024' }, /expected object/],
    ['x', /expected object/],
  ])('%j is refused', (given, words) => {
    expect(problem(given)).toMatch(words);
  });
});
