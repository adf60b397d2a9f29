import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../geometry.ts';
import { line, lines, textsOf } from '../../synthetic.testing.ts';
import type { Word } from '../../words.ts';
import type { PdfTable } from '../pdf-table.ts';
import { joinRules } from '../drawn-lines.ts';
import { findRuledTables } from './ruled-tables.ts';

const across = (y: number, x0: number, x1: number): Box => ({ x0, x1, y0: y - 0.25, y1: y + 0.25 });
const down = (x: number, y0: number, y1: number): Box => ({ x0: x - 0.25, x1: x + 0.25, y0, y1 });

/** Lines at all of these places, each from the first to the last of the others. */
function gridOf(xs: readonly number[], ys: readonly number[]): Box[] {
  return [...ys.map((y) => across(y, xs[0]!, xs.at(-1)!)), ...xs.map((x) => down(x, ys[0]!, ys.at(-1)!))];
}

const tablesOf = (words: readonly Word[], rules: readonly Box[]): PdfTable[] =>
  findRuledTables(words, joinRules(rules));

function show({ cells }: PdfTable): string[] {
  return cells.map(({ row, column, rowSpan, columnSpan, words }) => {
    const spans = `${rowSpan > 1 ? ` v${rowSpan}` : ''}${columnSpan > 1 ? ` >${columnSpan}` : ''}`;
    return `${row}/${column}${spans} ${textsOf(words)}`;
  });
}

const body = [
  ...line('Cash', [55, 130]),
  ...line('12', [155, 130]),
  ...line('34', [255, 130]),
  ...line('Debt', [55, 150]),
  ...line('56', [155, 150]),
  ...line('78', [255, 150]),
];

describe('findRuledTables', () => {
  it('makes cells of what lies between lines, with their lines of text in order', () => {
    const words = [
      ...lines(['of the', 'company'], [55, 105], { size: 8 }),
      ...line('2022', [155, 110]),
      ...body,
    ];
    const [table] = tablesOf(words, gridOf([50, 150, 250, 350], [95, 120, 140, 160]));
    expect(show(table!)).toEqual([
      '0/0 of the company',
      '0/1 2022',
      '1/0 Cash',
      '1/1 12',
      '1/2 34',
      '2/0 Debt',
      '2/1 56',
      '2/2 78',
    ]);
    expect(table).toMatchObject({ rowCount: 3, columnCount: 3, headerRows: 1, x0: 50, x1: 350 });
  });

  it('lets a cell span what no line parts', () => {
    const rules = [
      ...[80, 120, 140, 160].map((y) => across(y, 50, 350)),
      across(100, 150, 350),
      ...[50, 150, 350].map((x) => down(x, 80, 160)),
      down(250, 100, 160),
    ];
    const years = [...line('2022', [155, 114]), ...line('2021', [255, 114])];
    const words = [...line('Item', [55, 104]), ...line('Amounts in euros', [200, 94]), ...years, ...body];
    const [table] = tablesOf(words, rules);
    expect(show(table!).slice(0, 4)).toEqual([
      '0/0 v2 Item',
      '0/1 >2 Amounts in euros',
      '1/1 2022',
      '1/2 2021',
    ]);
    expect(table).toMatchObject({ headerRows: 2 });
  });

  it('parts columns by white space where lines stand between rows and at the sides only', () => {
    const [table] = tablesOf(body, gridOf([50, 350], [120, 140, 160]));
    expect(show(table!)).toEqual(['0/0 Cash', '0/1 12', '0/2 34', '1/0 Debt', '1/1 56', '1/2 78']);
  });

  it('makes rows of the lines in a cell that list values', () => {
    const [table] = tablesOf(body, gridOf([50, 150, 250, 350], [95, 160]));
    expect(table).toMatchObject({ rowCount: 2, columnCount: 3 });
  });

  it('closes sides that are left open', () => {
    const rules = [
      ...[120, 140, 160].map((y) => across(y, 50, 350)),
      ...[150, 250].map((x) => down(x, 120, 160)),
    ];
    const [table] = tablesOf(body, rules);
    expect(table).toMatchObject({ rowCount: 2, columnCount: 3, x0: 50, x1: 350 });
  });

  it('finds tables beside each other, and one within a frame around the page', () => {
    const shifted = body.map((word) => ({ ...word, x0: word.x0 + 400, x1: word.x1 + 400 }));
    const rules = [
      ...gridOf([50, 150, 250, 350], [120, 140, 160]),
      ...gridOf([450, 550, 650, 750], [120, 140, 160]),
      ...gridOf([10, 790], [10, 590]),
    ];
    expect(tablesOf([...body, ...shifted], rules)).toHaveLength(2);
  });

  it('sees no table in a box around text, in columns of text, or in the grid of a chart', () => {
    const text = lines(
      Array.from({ length: 20 }, () => 'a line of the text in a box'),
      [55, 110],
    );
    expect(tablesOf(text, gridOf([50, 350], [95, 400]))).toEqual([]);
    expect(tablesOf(text, gridOf([50, 350, 380], [95, 105, 400]))).toEqual([]);
    const marks = line('45 %', [120, 130]);
    expect(tablesOf(marks, gridOf([50, 100, 150, 200, 250], [100, 120, 140, 160]))).toEqual([]);
  });

  it('holds each word within the lines in one cell, and covers no place twice, whatever lines are missing', () => {
    const xs = [50, 110, 170, 230, 290];
    const ys = [100, 120, 140, 160, 180];
    const pieces = [
      ...ys.flatMap((y) => xs.slice(1).map((x, index) => across(y, xs[index]!, x))),
      ...xs.flatMap((x) => ys.slice(1).map((y, index) => down(x, ys[index]!, y))),
    ];
    const words = xs
      .slice(1)
      .flatMap((x) => ys.slice(1).flatMap((y) => line(`w${x}.${y}`, [x - 50, y - 6], { size: 6 })));
    fc.assert(
      fc.property(fc.subarray(pieces), fc.shuffledSubarray(words), (rules, shown) => {
        const tables = tablesOf(shown, rules);
        expect(tablesOf([...shown].reverse(), [...rules].reverse())).toEqual(tables);
        const held = tables.flatMap(({ cells }) => cells.flatMap((cell) => cell.words));
        expect(new Set(held).size).toBe(held.length);
        for (const table of tables) expect(problemsOf(table)).toEqual([]);
      }),
    );
  });
});

function problemsOf({ cells, rowCount, columnCount }: PdfTable): string[] {
  const covered = new Set<string>();
  const problems: string[] = [];
  for (const { row, column, rowSpan, columnSpan } of cells) {
    if (row + rowSpan > rowCount || column + columnSpan > columnCount) problems.push('outside');
    for (let y = row; y < row + rowSpan; y++) {
      for (let x = column; x < column + columnSpan; x++) {
        if (covered.has(`${y}/${x}`)) problems.push(`${y}/${x} twice`);
        covered.add(`${y}/${x}`);
      }
    }
  }
  return problems;
}
