import { describe, expect, it } from 'vitest';
import { liesInRegion } from './region.ts';

const page = { width: 600, height: 800 };
const line = { page: 1, x0: 50, y0: 100, x1: 550, y1: 112 };

describe('liesInRegion', () => {
  it('takes a rectangle of which at least half lies in the region', () => {
    expect(liesInRegion([line], { page: 1, x0: 0, y0: 0, x1: 300, y1: 400 }, page)).toBe(true);
    expect(liesInRegion([line], { page: 1, x0: 0, y0: 0, x1: 299, y1: 400 }, page)).toBe(false);
  });

  it('takes a rectangle around at least half of the region', () => {
    expect(liesInRegion([line], { page: 1, x0: 100, y0: 106, x1: 110, y1: 118 }, page)).toBe(true);
    expect(liesInRegion([line], { page: 1, x0: 100, y0: 107, x1: 110, y1: 119 }, page)).toBe(false);
  });

  it('reads numbers within 0…1 as fractions of the page', () => {
    expect(liesInRegion([line], { page: 1, x0: 0, y0: 0.1, x1: 1, y1: 0.2 }, page)).toBe(true);
    expect(liesInRegion([line], { page: 1, x0: 0, y0: 0.2, x1: 1, y1: 1 }, page)).toBe(false);
  });

  it('leaves other pages and chunks without rectangles out', () => {
    expect(liesInRegion([line], { page: 2, x0: 0, y0: 0, x1: 600, y1: 800 }, page)).toBe(false);
    expect(liesInRegion([], { page: 1, x0: 0, y0: 0, x1: 600, y1: 800 }, page)).toBe(false);
  });
});
