import { describe, expect, it } from 'vitest';
import type { PdfCell } from './pdf-table.ts';
import { repeatedCells } from './repeated-cells.ts';

const cell = (row: number, column: number, rowSpan = 1): PdfCell => ({
  row,
  column,
  rowSpan,
  columnSpan: 1,
  words: [],
  x0: 0,
  y0: 0,
  x1: 1,
  y1: 1,
});

describe('repeatedCells', () => {
  it('is those over several rows, also within the rows of another or below one', () => {
    const cells = [cell(0, 0, 4), cell(0, 1, 2), cell(2, 1, 2)];
    expect([...repeatedCells([...cells, cell(0, 2)])]).toEqual(cells);
  });

  it('is none of those that share some of their rows: lists beside each other', () => {
    const cells = [cell(0, 0, 2), cell(2, 0, 2), cell(1, 1, 2), cell(4, 0, 2)];
    expect([...repeatedCells(cells)]).toEqual([cells[3]]);
  });
});
