import { expect, it } from 'vitest';
import { FilterError } from '../../errors.ts';
import { matchingTexts } from './regex-match.ts';

it('keeps the items whose text matches every expression', () => {
  const items = Array.from({ length: 1_203 }, (_, index) => index);
  const found = matchingTexts(items, ['7$', '^1'], (item) => String(item));
  expect(found).toEqual(items.filter((item) => /^1(.*)7$/.test(String(item))));
});

it('stops an expression that backtracks without end', () => {
  const text = 'a'.repeat(60);
  expect(() => matchingTexts([0], ['^(?:a|aa)*b$'], () => text)).toThrow(FilterError);
});
