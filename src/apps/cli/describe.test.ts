import { expect, it } from 'vitest';
import { describePages } from './print/describe-place.ts';
import { describeTokens } from './print/chunk-preview.ts';

it.each([
  [[], ''],
  [[7], 'p. 7'],
  [[1, 2], 'pp. 1–2'],
  [[1, 2, 3], 'pp. 1–3'],
  [[1, 4], 'pp. 1, 4'],
])('writes pages %j as "%s"', (pages, words) => {
  expect(describePages(pages)).toBe(words);
});

it.each([
  [[], 'no tokens'],
  [[520], '520 tokens'],
  [[64, 64], '64 tokens each'],
  [[1, 2, 1200], '1 to 1,200 tokens, 401 on average'],
])('writes token counts %j as "%s"', (counts, words) => {
  expect(describeTokens(counts.map((tokenCount) => ({ tokenCount })))).toBe(words);
});
