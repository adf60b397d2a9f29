import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIds } from './id-list.ts';

it('reads what group_concat writes', () => {
  const ids = fc.array(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), { minLength: 1 });
  fc.assert(
    fc.property(ids, (numbers) => {
      expect([...parseIds(Buffer.from(numbers.join()))]).toEqual(numbers);
    }),
  );
  expect(parseIds(null)).toHaveLength(0);
});
