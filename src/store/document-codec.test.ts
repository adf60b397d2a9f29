import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packLayout, pageOf, unpackLayout } from './document-codec.ts';

const coordinate = fc.integer({ min: -2_000_000, max: 20_000_000 }).map((steps) => steps / 100);
const runs = fc.array(
  fc.record(
    {
      charStart: fc.nat(),
      charEnd: fc.nat(),
      x0: coordinate,
      y0: coordinate,
      x1: coordinate,
      y1: coordinate,
      confidence: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    },
    { requiredKeys: ['charStart', 'charEnd', 'x0', 'y0', 'x1', 'y1'] },
  ),
);

describe('packLayout', () => {
  it('gives back offsets, hundredths of points and of confidence exactly', () => {
    fc.assert(
      fc.property(runs, (layout) => {
        expect(unpackLayout(packLayout(layout))).toEqual(layout);
      }),
    );
  });

  it('rounds finer coordinates to hundredths', () => {
    const run = { charStart: 1, charEnd: 5, x0: 1 / 3, y0: 2 / 3, x1: 10.006, y1: 20.004 };
    expect(unpackLayout(packLayout([run]))).toEqual([{ ...run, x0: 0.33, y0: 0.67, x1: 10.01, y1: 20 }]);
  });

  it('takes the same bytes as before confidence was known where there is none', () => {
    const run = { charStart: 0, charEnd: 3, x0: 0, y0: 0.01, x1: 0.02, y1: 0.03 };
    expect([...packLayout([run])]).toEqual([0, 6, 0, 2, 4, 4]);
  });

  it('takes at most 12 bytes for a word of running text', () => {
    const words = Array.from({ length: 500 }, (_, index) => {
      const [column, line] = [index % 10, Math.floor(index / 10)];
      const x0 = 72 + column * 47.31;
      return {
        charStart: index * 7,
        charEnd: index * 7 + 6,
        x0,
        y0: 72 + line * 13.2,
        x1: x0 + 40.17,
        y1: 83 + line * 13.2,
      };
    });
    expect(packLayout(words).length / words.length).toBeLessThanOrEqual(12);
  });
});

describe('pageOf', () => {
  it('gives the layout as it was packed, unpacked once', () => {
    const place = { number: 2, label: 'ii', width: 612, height: 792, charStart: 10, charEnd: 20 };
    const layout = [{ charStart: 10, charEnd: 15, x0: 1, y0: 2, x1: 3, y1: 4 }];
    const page = pageOf(place, packLayout(layout));
    expect(page).toEqual({ ...place, layout });
    expect(JSON.parse(JSON.stringify(page))).toEqual({ ...place, layout });
    expect(page.layout).toBe(page.layout);
  });
});
