import { describe, expect, it } from 'vitest';
import { pool } from './label.ts';

describe('pool', () => {
  it('takes turns from the top and keeps each item once', () => {
    const lists = [['a', 'b', 'c', 'd'], ['b', 'x'], []];
    expect(pool(lists, (item) => item)).toEqual(['a', 'b', 'x', 'c', 'd']);
    expect(pool([], String)).toEqual([]);
  });
});
