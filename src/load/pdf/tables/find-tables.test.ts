import { describe, expect, it } from 'vitest';
import { isTabular } from './cells.ts';
import { groupRows, rowText } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import { findTables } from './find-tables.ts';
import type { Word } from '../words.ts';

const values = (label: string, y: number): Word[] => [
  ...line(label, [50, y]),
  ...line('1,234', [350, y]),
  ...line('5,678', [420, y]),
];

const pairs = (y: number): Word[] => [...values('Cash', y), ...values('Debt', y + 12)];

function tables(words: readonly Word[]): string[][] {
  const rows = groupRows(words);
  return findTables(rows, rows.map(isTabular), 1.2).map(({ start, end }) =>
    rows.slice(start, end).map(rowText),
  );
}

const years = (y: number) =>
  ['Ended', '2024', '2023'].flatMap((text, index) => line(text, [[50, 350, 420][index]!, y], { size: 7 }));

const above = (text: string, x: number): Word[] => line(text, [x, 90], { bold: true });

const dated = (y: number, text: string): Word[] => [...values('27', y), ...line(text, [150, y])];

describe('findTables', () => {
  it('takes a head in small print over labels of groups, and no larger line between a table and such a head', () => {
    expect(tables([...years(100), ...line('Assets', [50, 112]), ...pairs(124)])[0]).toHaveLength(4);
    const two = [...pairs(100), ...line('Inventories', [50, 124]), ...years(136), ...pairs(148)];
    expect(tables(two)).toHaveLength(2);
  });

  it('takes the line above a wrapped head, and none over the first column or over two heads', () => {
    const body = [112, 124].flatMap((y) => values('Cash', y));
    const heads = ['Networks', 'Graphics', 'Other'].flatMap((text, index) =>
      line(text, [180 + 70 * index, 100], { bold: true }),
    );
    expect(tables([...above('Compute', 182), ...heads, ...body])[0]).toHaveLength(4);
    expect(tables([...above('Compute', 50), ...heads, ...body])[0]).toHaveLength(3);
    expect(tables([...above('Compute and others', 180), ...heads, ...body])[0]).toHaveLength(3);
  });

  it('takes a bracket between heads and amounts, whatever gap it stands in, and no other words there', () => {
    const heads = ['Networks', 'Graphics'].flatMap((text, index) => line(text, [180 + 62 * index, 100]));
    const body = [124, 136].flatMap((y) => values('Cash', y));
    expect(tables([...heads, ...line('(In millions)', [215, 112]), ...body])).toHaveLength(1);
    expect(tables([...heads, ...line('(In millions)', [215, 112]), ...body])[0]).toHaveLength(4);
    expect(tables([...heads, ...line('In millions of', [215, 112]), ...body])[0]).toHaveLength(2);
  });

  it('takes captions of groups and wrapped labels into the table', () => {
    const words = [
      ...values('Total assets', 100),
      ...line('Equity and liabilities', [50, 112]),
      ...line('Current liabilities:', [50, 124]),
      ...line('Shares of one euro each, of which the number issued is', [50, 136]),
      ...values('nine thousand', 148),
    ];
    expect(tables(words)).toEqual([
      [
        'Total assets 1,234 5,678',
        'Equity and liabilities',
        'Current liabilities:',
        'Shares of one euro each, of which the number issued is',
        'nine thousand 1,234 5,678',
      ],
    ]);
  });

  it('takes the next line of a cell, though it ends as a sentence does', () => {
    const next = line('Mar. 2, 1895, ch. 177, §1, 28 Stat. 769.', [150, 112]);
    expect(tables([...dated(100, 'Nov. 1, 1893'), ...next, ...dated(124, 'Mar. 6, 1920')])).toHaveLength(1);
    const sentence = next.map((word) => ({ ...word, x0: word.x0 - 95, x1: word.x1 - 95 }));
    expect(tables([...dated(100, 'Nov. 1, 1893'), ...sentence, ...dated(124, 'Mar. 6, 1920')])).toHaveLength(
      0,
    );
  });

  it('takes a header over the right part of a table, and no title over the whole of it', () => {
    const words = [
      ...line('Balance sheet', [220, 88]),
      ...line('December 31,', [370, 100]),
      ...values('Cash', 112),
      ...values('Debt', 124),
    ];
    expect(tables(words)).toEqual([['December 31,', 'Cash 1,234 5,678', 'Debt 1,234 5,678']]);
  });

  it('parts tables at captions, larger lines, lines of text and distance', () => {
    const parts = [
      line('Table 7. Loans', [50, 124]),
      line('Loans', [50, 124], { size: 13 }),
      line('a line of text that runs over the columns of the table, above and below it, as text', [50, 124]),
      [],
    ];
    for (const part of parts) {
      const below = part.length > 0 ? 136 : 160;
      expect(tables([...pairs(100), ...part, ...pairs(below)])).toHaveLength(2);
    }
  });

  it('finds a table whose rows are set wide apart', () => {
    const words = Array.from({ length: 5 }, (_, index) => values('Cash', 100 + index * 32)).flat();
    expect(tables(words)).toHaveLength(1);
  });

  it('sees no table in a single row with cells', () => {
    expect(tables([...line('some text', [50, 100]), ...values('Cash', 112)])).toEqual([]);
  });
});
