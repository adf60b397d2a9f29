import { expect, it } from 'vitest';
import { isoInstant } from './instant.ts';

it.each([
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['2024-02-29T01:00+01:00', Date.UTC(2024, 1, 29)],
  ['2024-02-29T00:00:00.5Z', Date.UTC(2024, 1, 29) + 500],
])('reads %s', (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
});

it.each([
  '2024',
  '2024-05',
  '2024-02-30',
  '2024-13-01',
  '2024-05-01T10:00',
  '2024-05-01T25:00Z',
  ' 2024-05-01',
  'May 1',
])('reads %s as text', (text) => {
  expect(isoInstant(text)).toBeUndefined();
});
