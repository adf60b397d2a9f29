import { expect, it } from 'vitest';
import { relativeInstant } from './instant.ts';

const now = Date.parse('2024-03-31T12:00:00.000Z');

it.each([
  ['now', '2024-03-31T12:00:00.000Z'],
  ['now-1y', '2023-03-31T12:00:00.000Z'],
  ['now-1M', '2024-02-29T12:00:00.000Z'],
  ['now-13M', '2023-02-28T12:00:00.000Z'],
  ['now+1w-2h', '2024-04-07T10:00:00.000Z'],
  ['now-90m', '2024-03-31T10:30:00.000Z'],
  ['last_year', '2023-03-31T12:00:00.000Z'],
  ['last_2_months', '2024-01-31T12:00:00.000Z'],
  ['last_90_days', '2024-01-01T12:00:00.000Z'],
  ['last_week', '2024-03-24T12:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(relativeInstant(text, now)).toBe(instant);
});

it.each([
  'last_constructor',
  'last_3_constructors',
  'now-',
  'now-1',
  'now-1x',
  'now -1y',
  'last_',
  'last_fortnight',
  'last_1.5_days',
  'now-99999y',
])('%s is no date', (text) => {
  expect(relativeInstant(text, now)).toBeUndefined();
});
