import { describe, expect, it } from 'vitest';
import { pageList } from './page-list.ts';

describe('pageList', () => {
  it.each([
    [[], ''],
    [[4], '4'],
    [[1, 2, 3, 7, 9, 10], '1–3, 7, 9–10'],
  ])('writes %j as "%s"', (numbers, expected) => {
    expect(pageList(numbers)).toBe(expected);
  });
});
