import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellStarts } from './cells.ts';
import { groupRows } from '../rows.ts';
import { line, textsOf } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';
import { tableFromRows } from './table-from-rows.ts';
import type { PdfTable } from './pdf-table.ts';

function table(words: readonly Word[]): PdfTable {
  const rows = groupRows(words);
  return tableFromRows(rows, cellStarts(rows));
}

function grid({ cells }: PdfTable): string[] {
  return cells.map(
    ({ row, column, columnSpan, words }) => `${row}/${column}+${columnSpan} ${textsOf(words)}`,
  );
}

describe('tableFromRows', () => {
  it('puts cells into columns and lets a head span those below it', () => {
    const words = [
      ...line('Year ended December 31,', [205, 100]),
      ...line('2022', [200, 112]),
      ...line('2021', [300, 112]),
      ...line('Revenue', [50, 124]),
      ...line('1,234', [200, 124]),
      ...line('5,678', [300, 124]),
      ...line('Profit', [50, 136]),
      ...line('34', [210, 136]),
      ...line('78', [310, 136]),
    ];
    expect(grid(table(words))).toEqual([
      '0/1+2 Year ended December 31,',
      '1/1+1 2022',
      '1/2+1 2021',
      '2/0+1 Revenue',
      '2/1+1 1,234',
      '2/2+1 5,678',
      '3/0+1 Profit',
      '3/1+1 34',
      '3/2+1 78',
    ]);
    expect(table(words)).toMatchObject({ rowCount: 4, columnCount: 3, headerRows: 2 });
  });

  it('lets a head span the columns under which a line is drawn below it, and no others', () => {
    const words = [
      ...line('July', [200, 100]),
      ...['Total', 'First', 'Second'].flatMap((text, index) => line(text, [150 + 60 * index, 116])),
      ...line('Cash', [50, 128]),
      ...['11', '22', '33'].flatMap((text, index) => line(text, [160 + 60 * index, 128])),
    ];
    const rows = groupRows(words);
    const found = tableFromRows(rows, cellStarts(rows), [{ at: 104, from: 148, to: 302 }]);
    expect(grid(found)[0]).toBe('0/1+3 July');
    expect(grid(tableFromRows(rows, cellStarts(rows), [{ at: 104, from: 190, to: 250 }]))[0]).toBe(
      '0/2+1 July',
    );
  });

  it('makes one column of cells under the left and the right of a head', () => {
    const words = [
      ...line('Name', [50, 100]),
      ...line('Amount in dollars', [200, 100]),
      ...line('Ann', [50, 112]),
      ...line('1', [200, 112]),
      ...line('Bob', [50, 124]),
      ...line('2', [265, 124]),
    ];
    expect(table(words).columnCount).toBe(2);
  });

  it('keeps amounts apart that stand under heads set over both', () => {
    const words = [
      ...line('As of', [477, 100], { size: 8 }),
      ...line('December 2, 2022', [416, 112], { size: 8 }),
      ...line('December 3, 2021', [495, 112], { size: 8 }),
      ...['Cash', 'Debt'].flatMap((label, index) => [
        ...line(label, [50, 126 + 14 * index]),
        ...line('$', [411, 126 + 14 * index]),
        ...line('4,236', [455, 126 + 14 * index]),
        ...line('$', [490, 126 + 14 * index]),
        ...line('3,844', [534, 126 + 14 * index]),
      ]),
    ];
    expect(grid(table(words)).slice(-6)).toEqual([
      '2/0+1 Cash',
      '2/1+1 $ 4,236',
      '2/2+1 $ 3,844',
      '3/0+1 Debt',
      '3/1+1 $ 4,236',
      '3/2+1 $ 3,844',
    ]);
  });

  it('begins a cell at a currency sign after an amount, however narrow the gap', () => {
    const words = [
      ...['2022', '2021'].flatMap((text, index) => line(text, [230 + 100 * index, 100])),
      ...line('Net sales', [50, 112]),
      ...line('$ 3,226', [200, 112], { gap: 15 }),
      ...line('62.4% $ 2,729', [280, 112], { gap: 7 }),
      ...line('Costs', [50, 124]),
      ...['2,014', '1,702'].flatMap((text, index) => line(text, [220 + 104 * index, 124])),
    ];
    expect(grid(table(words)).slice(2, 6)).toEqual([
      '1/0+1 Net sales',
      '1/1+1 $ 3,226',
      '1/2+1 62.4%',
      '1/3+1 $ 2,729',
    ]);
  });

  it('gives a currency sign to the amount after it, however far that is', () => {
    const words = ['Notes', 'Bonds'].flatMap((label, index) => [
      ...line(label, [50, 100 + 12 * index]),
      ...line('2.75 % $', [200, 100 + 12 * index], { gap: 4 }),
      ...line('313', [290, 100 + 12 * index]),
    ]);
    expect(grid(table(words)).slice(0, 3)).toEqual(['0/0+1 Notes', '0/1+1 2.75 %', '0/2+1 $ 313']);
  });

  it('leaves ranges of amounts and sentences with several in one cell', () => {
    const outlook = ['$10 billion to $11 billion', '($4) - $5 (2)', '$9.90 – $10.00 / $9.95'];
    const words = outlook.flatMap((text, index) => [
      ...line('Outlook', [50, 100 + 12 * index]),
      ...line(text, [200, 100 + 12 * index]),
    ]);
    const texts = table(words).cells.map((cell) => textsOf(cell.words));
    expect(texts).toEqual(outlook.flatMap((text) => ['Outlook', text]));
  });

  it('finds columns by their amounts where a head over two of them touches the next one', () => {
    const words = [
      ...line('July 30, 2022', [352.5, 100]),
      ...line('Three Months Ended', [285, 112]),
      ...line('Six Months Ended', [411, 112]),
      ...['Domestic', 'Total'].flatMap((label, index) => [
        ...line(label, [50, 124 + 12 * index]),
        ...line('$ 34', [290, 124 + 12 * index], { gap: 73 }),
        ...line('$ 35', [394, 124 + 12 * index], { gap: 73 }),
      ]),
    ];
    expect(grid(table(words)).slice(1, 6)).toEqual([
      '1/1+1 Three Months Ended',
      '1/2+1 Six Months Ended',
      '2/0+1 Domestic',
      '2/1+1 $ 34',
      '2/2+1 $ 35',
    ]);
  });

  it('makes one row of the lines of text between lines that are drawn between all rows', () => {
    const words = [
      ...line('Fox', [50, 100]),
      ...line('says ring and', [200, 100]),
      ...line('ding', [200, 112]),
      ...line('Cat', [50, 130]),
      ...line('says meow', [200, 130]),
      ...line('Parrot of', [50, 148]),
      ...line('nothing', [200, 148]),
      ...line('Paris', [50, 160]),
    ];
    const rows = groupRows(words);
    const across = [118, 136, 164].map((at) => ({ at, from: 50, to: 300 }));
    expect(grid(tableFromRows(rows, cellStarts(rows), across))).toEqual([
      '0/0+1 Fox',
      '0/1+1 says ring and ding',
      '1/0+1 Cat',
      '1/1+1 says meow',
      '2/0+1 Parrot of Paris',
      '2/1+1 nothing',
    ]);
  });

  it('makes one row of lines of text that stand closer to each other than the rows do', () => {
    const words = ['Ann', 'Bob', 'Cid'].flatMap((name, index) => [
      ...line(name, [50, 100 + 40 * index]),
      ...line('head of the office', [200, 100 + 40 * index]),
      ...line('since May 2015', [200, 112 + 40 * index]),
    ]);
    expect(grid(table(words)).slice(0, 2)).toEqual(['0/0+1 Ann', '0/1+1 head of the office since May 2015']);
    expect(table(words).rowCount).toBe(3);
  });

  it('holds every word in one cell, and no two cells over each other', () => {
    const word = fc.record({ x: fc.integer({ min: 0, max: 400 }), row: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (places) => {
        const words = places.flatMap(({ x, row }, index) => line(`w${index}`, [x, 100 + 12 * row]));
        const found = table(words);
        expect(found.cells.flatMap((cell) => cell.words).sort(byText)).toEqual([...words].sort(byText));
        const covered = found.cells.flatMap(({ row, column, columnSpan }) =>
          Array.from({ length: columnSpan }, (_, index) => `${row}/${column + index}`),
        );
        expect(new Set(covered).size).toBe(covered.length);
        for (const { row, column, columnSpan } of found.cells) {
          expect(row).toBeLessThan(found.rowCount);
          expect(columnSpan).toBeGreaterThan(0);
          expect(column + columnSpan).toBeLessThanOrEqual(found.columnCount);
        }
      }),
    );
  });
});

function byText(a: Word, b: Word): number {
  return a.text < b.text ? -1 : 1;
}
