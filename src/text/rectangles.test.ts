import { describe, expect, it } from 'vitest';
import type { LayoutRun, Page } from '../types.ts';
import { blockRects, lineRects, pagesOf } from './rectangles.ts';

/** A run of ten characters, 50 × 10 points, one character apart from the next. */
const run = (index: number, x0: number, y0: number): LayoutRun => ({
  charStart: index * 11,
  charEnd: index * 11 + 10,
  x0,
  y0,
  x1: x0 + 50,
  y1: y0 + 10,
});
/** A run of turned text: 10 × 50 points. */
const turned = (index: number, x0: number, y0: number): LayoutRun => ({
  ...run(index, x0, y0),
  x1: x0 + 10,
  y1: y0 + 50,
});
const page = (number: number, layout: LayoutRun[], range?: [number, number]): Page => ({
  number,
  width: 595,
  height: 842,
  charStart: range?.[0] ?? layout[0]!.charStart,
  charEnd: range?.[1] ?? layout.at(-1)!.charEnd + 1,
  layout,
});

describe('lineRects', () => {
  const pages = [
    page(1, [run(0, 50, 100), run(1, 105, 101), run(2, 50, 114), run(3, 105, 114)]),
    page(2, [run(4, 50, 50)]),
  ];

  it('gives one rectangle a line over pages, in reading order', () => {
    expect(lineRects(pages, 0, 60)).toEqual([
      { page: 1, x0: 50, y0: 100, x1: 155, y1: 111 },
      { page: 1, x0: 50, y0: 114, x1: 155, y1: 124 },
      { page: 2, x0: 50, y0: 50, x1: 100, y1: 60 },
    ]);
  });

  it('gives one rectangle a line of turned text, which reads upwards or downwards', () => {
    const lines = page(1, [turned(0, 50, 300), turned(1, 50, 247), turned(2, 64, 300), turned(3, 64, 247)]);
    expect(lineRects([lines], 0, 44)).toEqual([
      { page: 1, x0: 50, y0: 247, x1: 60, y1: 350 },
      { page: 1, x0: 64, y0: 247, x1: 74, y1: 350 },
    ]);
  });

  it('takes a short word of turned text for no neighbour of the line beside it, and a narrow letter for one of its own line', () => {
    const short = { ...turned(2, 64, 340), y1: 349 };
    const lines = page(1, [turned(0, 50, 300), turned(1, 50, 247), short, turned(3, 64, 285)]);
    expect(lineRects([lines], 0, 44)).toEqual([
      { page: 1, x0: 50, y0: 247, x1: 60, y1: 350 },
      { page: 1, x0: 64, y0: 285, x1: 74, y1: 349 },
    ]);
    const letter = { ...run(0, 50, 100), x1: 52 };
    expect(lineRects([page(1, [letter, run(1, 55, 100)])], 0, 22)).toEqual([
      { page: 1, x0: 50, y0: 100, x1: 105, y1: 110 },
    ]);
  });

  it('gives lines read by OCR the mean confidence of their words by area, and others none', () => {
    const read = page(1, [
      { ...run(0, 50, 100), confidence: 0.9 },
      { ...run(1, 105, 100), x1: 130, confidence: 0.6 },
      run(2, 50, 114),
    ]);
    const [line, other] = lineRects([read], 0, 33);
    expect(line!.confidence).toBeCloseTo((0.9 * 55 + 0.6 * 25) / 80, 1);
    expect(other).not.toHaveProperty('confidence');
  });

  it('takes only the runs that intersect the span', () => {
    expect(lineRects(pages, 12, 23)).toEqual([
      { page: 1, x0: 105, y0: 101, x1: 155, y1: 111 },
      { page: 1, x0: 50, y0: 114, x1: 100, y1: 124 },
    ]);
    expect(lineRects(pages, 10, 11)).toEqual([]);
  });

  it('starts anew where a column begins at the same height', () => {
    expect(lineRects([page(1, [run(0, 50, 100), run(1, 300, 100)])], 0, 30)).toHaveLength(2);
  });

  it('joins lines that run from right to left', () => {
    expect(lineRects([page(1, [run(0, 200, 100), run(1, 145, 100)])], 0, 30)).toEqual([
      { page: 1, x0: 145, y0: 100, x1: 250, y1: 110 },
    ]);
  });

  it('finds nothing on pages without layout', () => {
    expect(lineRects([page(1, [], [0, 100])], 0, 100)).toEqual([]);
    expect(lineRects([], 0, 100)).toEqual([]);
  });
});

describe('blockRects', () => {
  it('joins the lines of a paragraph and parts columns', () => {
    const layout = [run(0, 50, 100), run(1, 50, 114), run(2, 50, 128), run(3, 300, 100), run(4, 300, 114)];
    expect(blockRects([page(1, layout)], 0, 60)).toEqual([
      { page: 1, x0: 50, y0: 100, x1: 100, y1: 138 },
      { page: 1, x0: 300, y0: 100, x1: 350, y1: 124 },
    ]);
  });

  it('gives a table one rectangle', () => {
    const cells = [run(0, 50, 100), run(1, 300, 100), run(2, 50, 114), run(3, 300, 114)];
    expect(blockRects([page(1, cells)], 0, 60)).toEqual([{ page: 1, x0: 50, y0: 100, x1: 350, y1: 124 }]);
  });

  it('parts what stands far apart', () => {
    expect(blockRects([page(1, [run(0, 50, 100), run(1, 50, 300)])], 0, 60)).toHaveLength(2);
  });
});

describe('pagesOf', () => {
  it('includes empty pages between', () => {
    const pages = [page(1, [], [0, 10]), page(2, [], [10, 10]), page(3, [], [10, 20])];
    expect(pagesOf(pages, 5, 15).map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(pagesOf(pages, 10, 15).map(({ number }) => number)).toEqual([3]);
  });
});
