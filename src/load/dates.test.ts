import { expect, it } from 'vitest';
import { isoDate } from './dates.ts';

it.each([
  ['2024', '2024'],
  ['2024/5', '2024-05'],
  ['2024-05-07', '2024-05-07'],
  ['2024/05/07', '2024-05-07'],
  ['2024-05-07T10:00:00Z', '2024-05-07T10:00:00Z'],
  ['2024-05-07T10:00:00+02:00', '2024-05-07T10:00:00+02:00'],
  ['2024-05-07 10:00', '2024-05-07'],
  ['7 May 2024', '2024-05-07'],
  ['May 7th, 2024', '2024-05-07'],
  ['December 2023', '2023-12'],
  ['Tue, 15 Nov 1994 12:45:26 GMT', '1994-11-15'],
])('reads %s as %s', (written, expected) => {
  expect(isoDate(written)).toBe(expected);
});

it.each(['', '5/6/2024', 'yesterday', '2024-13-01', '2024-05-99', 'Foo 7, 2024', undefined])(
  'gives nothing for %s',
  (written) => {
    expect(isoDate(written)).toBeUndefined();
  },
);
