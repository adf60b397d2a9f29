import { expect, it } from 'vitest';
import { isIsoDate, isoDate } from './dates.ts';

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
  ['Sept. 7, 2023', '2023-09-07'],
  ['Tue, 15 Nov 1994 12:45:26 GMT', '1994-11-15'],
])('reads %s as %s', (written, expected) => {
  expect(isoDate(written)).toBe(expected);
});

it.each([
  '',
  '5/6/2024',
  'yesterday',
  '2024-13-01',
  '2024-05-99',
  'Foo 7, 2024',
  'Marketing 2024',
  '0000-01-01',
  undefined,
])('gives nothing for %s', (written) => {
  expect(isoDate(written)).toBeUndefined();
});

it.each([
  '2024',
  '2024-02',
  '2024-02-29',
  '2024-05-07T10:00',
  '2024-05-07T10:00:00.5Z',
  '2024-05-07T10:00+02:00',
])('knows %s as a date of ISO 8601', (written) => {
  expect(isIsoDate(written)).toBe(true);
});

it.each([
  '',
  'notadate',
  '24',
  '2024-13',
  '2024-13-45',
  '2024-02-30',
  '2024-5-7',
  '2024-05-07T25:00',
  '5 May 2024',
])('knows %s as none', (written) => {
  expect(isIsoDate(written)).toBe(false);
});
