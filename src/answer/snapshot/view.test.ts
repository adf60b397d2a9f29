import { assert, double, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewOf } from './view.ts';

const letter = { width: 612, height: 792 };
const options = { margin: 60, pixelsPerPoint: 2 };

describe('viewOf', () => {
  it('shows the lines with a margin, as wide as the page', () => {
    const rects = [
      { page: 1, x0: 72, y0: 300.5, x1: 540, y1: 312 },
      { page: 1, x0: 72, y0: 314, x1: 200, y1: 325.5 },
    ];
    expect(viewOf(rects, letter, options)).toEqual({
      region: { x0: 0, y0: 240, x1: 612, y1: 386 },
      pixelsPerPoint: 2,
    });
  });

  it('ends where the page does', () => {
    const corner = [{ page: 1, x0: 0, y0: 780, x1: 612, y1: 792 }];
    expect(viewOf(corner, letter, options).region).toEqual({ x0: 0, y0: 720, x1: 612, y1: 792 });
  });

  it('shows of a poster the part around the quote', () => {
    const poster = { width: 3000, height: 4000 };
    const { region } = viewOf([{ page: 1, x0: 2900, y0: 100, x1: 2990, y1: 112 }], poster, options);
    expect(region).toEqual({ x0: 2150, y0: 40, x1: 3000, y1: 172 });
  });

  it('gives up sharpness where there would be too many pixels', () => {
    const whole = [{ page: 1, x0: 0, y0: 0, x1: 14_400, y1: 14_400 }];
    const { region, pixelsPerPoint } = viewOf(whole, { width: 14_400, height: 14_400 }, options);
    const area = (region.x1 - region.x0) * (region.y1 - region.y0) * pixelsPerPoint ** 2;
    expect(area).toBeLessThanOrEqual(8_000_001);
  });

  it('lies on the page and holds the lines, wherever these are', () => {
    const share = double({ min: 0, max: 1, noNaN: true });
    const side = double({ min: 1, max: 5000, noNaN: true });
    const page = record({ width: side, height: side });
    const corners = record({ x: share, y: share, across: share, down: share });
    assert(
      property(page, corners, (size, { x, y, across, down }) => {
        const [x0, y0] = [x * size.width, y * size.height];
        const rect = {
          page: 1,
          x0,
          y0,
          x1: x0 + across * (size.width - x0),
          y1: y0 + down * (size.height - y0),
        };
        const { region } = viewOf([rect], size, options);
        expect(region.x0).toBeGreaterThanOrEqual(0);
        expect(region.x1).toBeLessThanOrEqual(Math.ceil(size.width));
        expect(region.y1).toBeLessThanOrEqual(Math.ceil(size.height));
        expect(region.x0).toBeLessThanOrEqual(rect.x0);
        expect(region.y0).toBeLessThanOrEqual(rect.y0);
        expect(region.x1).toBeGreaterThanOrEqual(rect.x1);
        expect(region.y1).toBeGreaterThanOrEqual(rect.y1);
        expect(region.x1 - region.x0).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
