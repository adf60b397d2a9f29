import { describe, expect, it } from 'vitest';
import { namedPages, pageList } from './page-list.ts';

describe('pageList', () => {
  it.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7, 9, 10], '1–3, 7, 9–10'],
  ])('writes %j as "%s"', (numbers, expected) => {
    expect(pageList(numbers)).toBe(expected);
  });
});

it.each([
  [[60], 'page 60'],
  [[1, 2, 3, 7], 'pages 1–3, 7'],
  [[1, 2], 'pages 1–2'],
])('names the pages %j as %s', (numbers, named) => {
  expect(namedPages(numbers)).toBe(named);
});
