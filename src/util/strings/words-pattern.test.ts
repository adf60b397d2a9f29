import { expect, it } from 'vitest';
import { wordsPattern } from './words-pattern.ts';

it('finds words as they are, with any white space between them', () => {
  const pattern = new RegExp(wordsPattern(' A+B  (c/d) '), 'u');
  expect(pattern.test('see A+B\n(c/d).')).toBe(true);
  expect(pattern.test('see AAB (c/d)')).toBe(false);
});
