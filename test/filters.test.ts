import { expect, it } from 'vitest';
import { checkCollection } from './support/filters/check-collection.ts';

it.each([1, 2])(
  'finds what matches a filter, all of it, in the order that it has without the filter (collection %i)',
  async (number) => {
    const results = await checkCollection({ seed: 20_261_120, number, documents: 30 * number, cases: 100 });
    expect(results.filter(({ problem }) => problem !== undefined)).toEqual([]);
    const found = results.filter(({ share }) => share > 0 && share < 1);
    expect(found.length).toBeGreaterThan(50);
  },
);
