import { afterEach, expect, it, vi } from 'vitest';
import { FilterError } from '../errors.ts';
import { matchingTexts } from './regex-match.ts';

afterEach(() => vi.restoreAllMocks());

it('keeps the items whose text matches every expression', () => {
  const items = Array.from({ length: 1_203 }, (_, index) => index);
  const found = matchingTexts(items, ['7$', '^1'], (item) => String(item));
  expect(found).toEqual(items.filter((item) => /^1(.*)7$/.test(String(item))));
});

it('stops an expression that backtracks without end', () => {
  const text = 'a'.repeat(60);
  expect(() => matchingTexts([0], ['^(?:a|aa)*b$'], () => text)).toThrow(FilterError);
});

it('shares its time among all texts, and does not count the time of reading them', () => {
  const items = Array.from({ length: 1_203 }, (_, index) => index);
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const slowRead = (item: number) => {
    now += 1_000;
    return String(item);
  };
  expect(matchingTexts(items, ['.'], slowRead)).toEqual(items);
  clock.mockImplementation(() => (now += 1_500));
  expect(() => matchingTexts(items, ['.'], String)).toThrow(FilterError);
});
