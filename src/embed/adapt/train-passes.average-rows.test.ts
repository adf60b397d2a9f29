import { expect, it } from 'vitest';
import { averageRows } from './train-passes.ts';

const rowsOf = (rows: readonly number[], weights: readonly number[]) => ({
  dimensions: 2,
  rows: Float32Array.from(rows),
  weights: Float32Array.from(weights),
});

it('gives each row the mean of the directions, however long they are, and the mean of the lengths', () => {
  const mean = averageRows([rowsOf([2, 0, 0, 3], [1, 1]), rowsOf([0, 8, 0, 1], [0.5, 2])]);
  expect([...mean.rows]).toEqual([Math.SQRT1_2, Math.SQRT1_2, 0, 1].map(Math.fround));
  // Lengths 2 and 8 · 0.5, then 3 and 1 · 2.
  expect([...mean.weights]).toEqual([3, 2.5]);
});

it('gives a row of zeros for directions that cancel out', () => {
  expect([...averageRows([rowsOf([1, 0], [1]), rowsOf([-1, 0], [1])]).rows]).toEqual([0, 0]);
});
