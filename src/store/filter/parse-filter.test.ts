import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilterError } from '../../errors.ts';
import { parseFilter } from './parse-filter.ts';

function refusal(input: unknown): FilterError {
  try {
    parseFilter(input);
  } catch (error) {
    if (error instanceof FilterError) return error;
    throw error;
  }
  throw new Error('The filter was accepted.');
}

function nested(levels: number): object {
  let filter: object = { a: 1 };
  for (let level = 0; level < levels; level += 1) filter = { $not: filter };
  return filter;
}

function wide(count: number): object {
  return { $or: Array.from({ length: count }, (_, index) => ({ a: index })) };
}

describe('parseFilter', () => {
  it('reads nothing and {} as no filter', () => {
    expect(parseFilter(undefined)).toBeUndefined();
    expect(parseFilter({})).toBeUndefined();
  });

  it('reads a bare value as $eq and several keys as $and', () => {
    expect(parseFilter({ year: 2020 })).toEqual({
      kind: 'compare',
      field: 'year',
      operator: '$eq',
      value: 2020,
    });
    expect(parseFilter({ year: { $gt: 1, $lte: 3 } })).toEqual(
      parseFilter({ $and: [{ year: { $gt: 1 } }, { year: { $lte: 3 } }] }),
    );
    expect(parseFilter({ a: 1, b: true })).toEqual(parseFilter({ $and: [{ a: { $eq: 1 } }, { b: true }] }));
  });

  it('reads negative operators as negations', () => {
    expect(parseFilter({ a: { $ne: 1 } })).toEqual(parseFilter({ $not: { a: 1 } }));
    expect(parseFilter({ a: { $nin: [1, 'x'] } })).toEqual(parseFilter({ a: { $not: { $in: [1, 'x'] } } }));
    expect(parseFilter({ a: { $exists: false } })).toEqual(parseFilter({ $not: { a: { $exists: true } } }));
  });

  it('reads a Date as its ISO instant', () => {
    expect(parseFilter({ due: { $lt: new Date(0) } })).toMatchObject({ value: '1970-01-01T00:00:00.000Z' });
  });

  it('reads a date seen from now as its instant, where it is a bound', () => {
    const now = Date.parse('2024-03-31T12:00:00Z');
    const read = (input: unknown) => parseFilter(input, now);
    expect(read({ due: { $gte: 'now-1y' } })).toMatchObject({ value: '2023-03-31T12:00:00.000Z' });
    expect(read({ due: { $not: { $lt: 'last_90_days' } } })).toMatchObject({
      node: { value: '2024-01-01T12:00:00.000Z' },
    });
    expect(read({ due: 'now-1y' })).toMatchObject({ value: 'now-1y' });
    expect(read({ due: { $in: ['last_year'] } })).toMatchObject({ values: ['last_year'] });
    for (const text of ['nowhere', 'now and then', 'last_name', 'last_constructor', 'last_']) {
      expect(read({ due: { $gt: text } })).toMatchObject({ value: text });
    }
  });

  it.each([
    [{ $and: [{ a: 1 }, { year: { $gtee: 3 } }] }, '$and[1].year.$gtee', 'Did you mean $gte?'],
    [{ $And: [] }, '$And', 'Did you mean $and?'],
    [{ a: { $regexp: 'x' } }, 'a.$regexp', 'Known operators'],
    [{ $gte: 3 }, '$gte', 'Write { "field"'],
    [{ $or: [{ due: { $gte: 'now-1yr' } }] }, '$or[0].due.$gte', 'last_90_days'],
    [{ due: { $gte: 'last_1.5_days' } }, 'due.$gte', 'now-1y'],
    [{ a: { $like: 3 } }, 'a.$like', 'any characters'],
    [{ a: { $like: 'x\\' } }, 'a.$like', 'twice'],
    [{ a: { $like: 'x'.repeat(1_001) } }, 'a.$like', 'Give the documents a tag'],
    [{ $or: [] }, '$or', '$or'],
    [{ $or: { a: 1 } }, '$or', '$or'],
    [{ $or: [{ a: 1 }, 7] }, '$or[1]', 'Write'],
    [{ a: null }, 'a', '$exists'],
    [{ a: undefined }, 'a', 'Leave the field out'],
    [{ a: { $gte: undefined } }, 'a.$gte', 'Leave the field out'],
    [{ a: ['x'] }, 'a', '$in'],
    [{ a: {} }, 'a', 'Write a value'],
    [{ a: { b: 1 } }, 'a.b', 'flat'],
    [{ a: { $in: 'x' } }, 'a.$in', '"$in": ['],
    [{ a: { $in: [1, [2]] } }, 'a.$in[1]', '$in'],
    [{ a: { $exists: 'yes' } }, 'a.$exists', '"$exists": true'],
    [{ dateCreated: 'last_year' }, 'dateCreated', '"$gte": "last_year"'],
    [{ dateCreated: { $eq: 'now-1y' } }, 'dateCreated.$eq', '"$gte": "now-1y"'],
    [{ a: Number.NaN }, 'a', '$in'],
    [{ a: { $not: 3, $eq: { x: 1 } } }, 'a.$eq', '$in'],
    [null, '', 'Write'],
    ['a = 1', '', 'Write'],
    [[{ a: 1 }], '', 'Write'],
  ])('refuses %j and says where', (input, position, hint) => {
    const error = refusal(input);
    expect(error.context.position).toBe(position);
    expect(error.hint).toContain(hint);
  });

  it('takes 32 levels and 1,000 conditions, and no more', () => {
    expect(parseFilter(nested(32))).toBeDefined();
    expect(refusal(nested(33)).message).toContain('32');
    expect(refusal(nested(100_000)).message).toContain('32');
    expect(parseFilter(wide(1_000))).toBeDefined();
    expect(refusal(wide(1_001)).message).toContain('1000');
    expect(refusal({ a: { $in: Array.from({ length: 5_001 }, () => 1) } }).message).toContain('5000');
  });

  it('parses or refuses anything with a FilterError', () => {
    const operators = fc.constantFrom('$eq', '$in', '$and', '$not', '$nope', 'a', '__proto__', '');
    const { input } = fc.letrec<{ input: unknown }>((tie) => ({
      input: fc.oneof(
        { depthSize: 'small' },
        fc.anything(),
        fc.array(tie('input'), { maxLength: 3 }),
        fc.dictionary(operators, tie('input'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(input, (anything) => {
        try {
          parseFilter(anything);
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
