import { describe, expect, it } from 'vitest';
import type { FieldValue } from './fields.ts';
import { matchesFilter } from './match-filter.ts';
import { parseFilter } from './parse-filter.ts';

const record: Readonly<Record<string, FieldValue>> = {
  year: 2020,
  title: 'Harbour tax',
  open: true,
  tags: ['port', 'silver'],
  pages: [3, 4],
  none: [],
  day: '2024-05-01',
  instant: '2024-05-01T10:00:00+02:00',
};

function matches(input: unknown): boolean {
  const filter = parseFilter(input);
  return filter === undefined || matchesFilter(filter, (name) => record[name]);
}

describe('matchesFilter', () => {
  it.each([
    { year: 2020 },
    { year: { $gte: 2020, $lt: 2021 } },
    { open: { $gt: false } },
    { tags: 'silver' },
    { tags: { $in: ['x', 'port'] } },
    { pages: { $gt: 3 } },
    { pages: { $contains: 4 } },
    { title: { $contains: 'our t' } },
    { title: { $like: 'Harb_ur%' } },
    { tags: { $like: '%port' } },
    { absent: { $not: { $like: '%' } } },
    { day: { $eq: '2024-05-01T00:00:00Z' } },
    { instant: { $lt: '2024-05-01T08:00:00.001Z', $gt: '2024-05-01' } },
    { none: { $exists: true } },
    { absent: { $ne: 1 } },
    { absent: { $nin: [1] } },
    { absent: { $exists: false } },
    { absent: { $not: { $gt: 0 } } },
    { $or: [{ year: 1 }, { open: true }] },
    { title: { $gt: 'Harbour' } },
  ])('accepts %j', (input) => {
    expect(matches(input)).toBe(true);
    expect(matches({ $not: input })).toBe(false);
  });

  it.each([
    { year: '2020' },
    { open: 1 },
    { open: 'true' },
    { year: { $gt: '1' } },
    { tags: { $contains: 'silv' } },
    { tags: { $ne: 'silver' } },
    { none: { $contains: 'x' } },
    { year: { $contains: 20 } },
    { absent: 1 },
    { absent: { $lt: 9 } },
    { absent: { $contains: '' } },
    { year: { $in: [] } },
    { $and: [{ year: 2020 }, { open: false }] },
  ])('rejects %j', (input) => {
    expect(matches(input)).toBe(false);
    expect(matches({ $not: input })).toBe(true);
  });
});
