import { expect, it } from 'vitest';
import { looksLikeHeading } from './heading-shape.ts';

it.each([
  ['4.1 Overview', true],
  ['図', false],
  ['概要', true],
  ['σˆ n', false],
  ['Z t 1', false],
  ['Q & A', true],
  ['U.S.', true],
  ['Y2K', true],
  ['e l s e', false],
])('tells of %s whether it has the words of a heading', (text, looks) => {
  expect(looksLikeHeading(text)).toBe(looks);
});
