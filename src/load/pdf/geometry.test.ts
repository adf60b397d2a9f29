import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromFrame, median, onPage, partOnPage, toFrame, turnOf, turns } from './geometry.ts';

const page = { width: 600, height: 800 };

describe('toFrame', () => {
  it('is undone by fromFrame for every turn', () => {
    const side = fc.double({ min: 0, max: 600, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...turns), side, side, side, side, (turn, a, b, c, d) => {
        const box = { x0: Math.min(a, b), y0: Math.min(c, d), x1: Math.max(a, b), y1: Math.max(c, d) };
        const back = fromFrame(turn, toFrame(turn, box, page), page);
        for (const key of ['x0', 'y0', 'x1', 'y1'] as const) expect(back[key]).toBeCloseTo(box[key], 6);
      }),
    );
  });

  it('puts the start of upward text, at the bottom of the page, on the left', () => {
    expect(toFrame(3, { x0: 10, y0: 780, x1: 20, y1: 800 }, page)).toEqual({ x0: 0, y0: 10, x1: 20, y1: 20 });
  });

  it('puts the start of downward text, at the right edge, on the top left', () => {
    expect(toFrame(1, { x0: 590, y0: 0, x1: 600, y1: 30 }, page)).toEqual({ x0: 0, y0: 0, x1: 30, y1: 10 });
  });
});

describe('partOnPage', () => {
  it('cuts off what reaches out, also where the centre is outside', () => {
    const far = { x0: 10, y0: -9000, x1: 20_000, y1: 700 };
    expect(onPage(far, page)).toBeUndefined();
    expect(partOnPage(far, page)).toEqual({ x0: 10, y0: 0, x1: 600, y1: 700 });
    expect(partOnPage({ x0: 601, y0: 0, x1: 700, y1: 10 }, page)).toBeUndefined();
    expect(partOnPage({ x0: NaN, y0: 0, x1: 700, y1: 10 }, page)).toBeUndefined();
  });
});

describe('turnOf', () => {
  it('rounds a direction to quarter turns, clockwise from the right', () => {
    expect([turnOf(1, 0.1), turnOf(0, 1), turnOf(-1, 0.1), turnOf(0, -1)]).toEqual([0, 1, 2, 3]);
  });
});

describe('onPage', () => {
  it('cuts a box at the edges of the page', () => {
    expect(onPage({ x0: -5, y0: 10, x1: 25, y1: 20 }, page)).toEqual({ x0: 0, y0: 10, x1: 25, y1: 20 });
  });

  it('refuses a box whose centre is outside', () => {
    expect(onPage({ x0: -25, y0: 10, x1: 5, y1: 20 }, page)).toBeUndefined();
  });
});

describe('median', () => {
  it('takes the upper of two middle values, and 0 for none', () => {
    expect([median([3, 1, 2]), median([1, 2]), median([])]).toEqual([2, 2, 0]);
  });
});
