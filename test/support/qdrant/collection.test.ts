import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Collection } from './collection.ts';
import type { Condition, Filter } from './filter.ts';

const value = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom(1, 2, 2.5),
  fc.boolean(),
  fc.constant(null),
);
const payload = fc.record(
  { word: fc.oneof(value, fc.array(value, { maxLength: 3 })), count: fc.oneof(value, fc.array(value)) },
  { requiredKeys: [] },
);
const field = fc.constantFrom('word', 'count', 'flag');
const match = fc.oneof(
  fc.record({ value: fc.constantFrom('a', 'b', 1, 2, true) }),
  fc.record({ any: fc.oneof(fc.subarray(['a', 'b']), fc.subarray([1, 2, 3])) }),
);
const condition = fc.oneof(
  fc.record({ key: field, match }),
  fc.record({ has_id: fc.subarray([0, 1, 2, 99]) }),
) as fc.Arbitrary<Condition>;
const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.record(
    {
      must: fc.array(fc.oneof({ depthSize: 'small' }, condition, tie('filter')), { maxLength: 2 }),
      should: fc.array(fc.oneof({ depthSize: 'small' }, condition, tie('filter')), { maxLength: 2 }),
      must_not: condition,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Filter>,
})).filter;

const types = { word: 'keyword', count: 'integer', flag: 'bool' } as const;

/** Points that were put, put again in part, and of which the first was removed. */
function changed(before: readonly object[], after: readonly object[]): Collection {
  const collection = new Collection({});
  before.forEach((each, id) => collection.put(id, {}, { ...each }));
  for (const [name, type] of Object.entries(types)) collection.createIndex(name, type);
  after.forEach((each, id) => collection.put(id, {}, { ...each }));
  const [first] = collection.points.inOrder();
  if (first !== undefined) collection.remove(first);
  return collection;
}

it('selects with indexes what it selects without', () => {
  fc.assert(
    fc.property(fc.array(payload), fc.array(payload), filter, (before, after, asked) => {
      const collection = changed(before, after);
      const expected = [...collection.points.all()].filter(collection.matcher(asked));
      expect(collection.select(asked).toSorted((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
    }),
    { numRuns: 200 },
  );
});

it('keeps indexes as they would be made anew', () => {
  fc.assert(
    fc.property(fc.array(payload), fc.array(payload), (before, after) => {
      const collection = changed(before, after);
      const kept = collection.indexes.describe();
      for (const [name, type] of Object.entries(types)) collection.createIndex(name, type);
      expect(collection.indexes.describe()).toEqual(kept);
    }),
  );
});
