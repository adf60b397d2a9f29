import { describe, expect, it } from 'vitest';
import { cellStarts } from '../cells.ts';
import { groupRows } from '../../rows.ts';
import { line, textsOf } from '../../synthetic.testing.ts';
import { tableFromRows } from '../table-from-rows.ts';

type Places = readonly (readonly [text: string, x: number])[];

/** What of the header spans several columns: its text, its first column and how many. */
function spansIn(heads: readonly Places[], amounts: readonly number[]): string[] {
  const body = ['Sales', 'Costs'].map((label): Places => {
    return [[label, 50], ...amounts.map((x): readonly [string, number] => ['1,234', x])];
  });
  const words = [...heads, ...body].flatMap((places, row) =>
    places.flatMap(([text, x]) => line(text, [x, 100 + 12 * row])),
  );
  const rows = groupRows(words);
  const { cells, headerRows } = tableFromRows(rows, cellStarts(rows));
  return cells
    .filter(({ row, columnSpan }) => row < headerRows && columnSpan > 1)
    .map(({ words: own, column, columnSpan }) => `${textsOf(own)}: ${column}+${columnSpan}`);
}

const at = (texts: readonly string[], from: number, step: number): Places =>
  texts.map((text, index) => [text, from + step * index] as const);

describe('spanHeads', () => {
  const four = [200, 270, 340, 410];

  it('lets heads span the same heads that each of them has below it', () => {
    const years = at(['2024', '2023', '2024', '2023'], 205, 70);
    const heads: Places = [
      ['Pension', 205],
      ['Other', 345],
    ];
    expect(spansIn([heads, years], four)).toEqual(['Pension: 1+2', 'Other: 3+2']);
  });

  it('leaves a head that is the same over each group with the column below it', () => {
    const groups: Places = [
      ['2024', 210],
      ['2023', 350],
    ];
    const upper: Places = [
      ['Fair', 270],
      ['Fair', 410],
    ];
    const lower = at(['Cost', 'Value', 'Cost', 'Value'], 200, 70);
    expect(spansIn([groups, upper, lower], four)).toEqual(['2024: 1+2', '2023: 3+2']);
  });

  it('lets a head that stands alone in the middle of years span them', () => {
    const years = at(['2024', '2023', '2022'], 205, 70);
    expect(spansIn([[['Ended December', 245]], years], [200, 270, 340])).toEqual(['Ended December: 1+3']);
    expect(spansIn([[['Restated', 340]], years], [200, 270, 340])).toEqual([]);
    expect(spansIn([[['Restated', 265]], years], [200, 270, 340])).toEqual([]);
  });

  it('lets a head over several columns span all in whose middle it stands', () => {
    const quarters = at(['First', 'Second', 'Third', 'Fourth'], 200, 70);
    expect(spansIn([[['Quarter of year', 285]], quarters], four)).toEqual(['Quarter of year: 1+4']);
  });

  it('lets heads span neighbouring groups that each stands in the middle of', () => {
    const eight = Array.from({ length: 8 }, (_, index) => 150 + 50 * index);
    const texts = ['30 July', '31 July', 'Change', 'Share', 'July', 'August', 'Rise', 'Part'];
    const below: Places = texts.map((text, index) => [text, eight[index]! - 5]);
    const heads: Places = [
      ['Quarter', 220],
      ['Half year', 417],
    ];
    expect(spansIn([heads, below], eight)).toEqual(['Quarter: 1+4', 'Half year: 5+4']);
  });

  it('lets none span columns of which one says the same as another', () => {
    const six = [150, 220, 290, 360, 430, 500];
    const below: Places = ['Par', 'Asset', 'Debt', 'Par', 'Asset', 'Debt'].map((text, index) => [
      text,
      six[index]!,
    ]);
    const heads: Places = [
      ['Fair value of it', 240],
      ['Fair value of it', 450],
    ];
    expect(spansIn([heads, below], six)).toEqual(['Fair value of it: 2+2', 'Fair value of it: 5+2']);
  });

  it('leaves the first lines of heads that are longer than those beside', () => {
    const five = [150, 220, 290, 360, 430];
    const first: Places = [
      ['Gross', 220],
      ['Other', 360],
    ];
    const second: Places = ['Cost', 'Gain', 'Net', 'Loss', 'Total'].map((text, index) => [
      text,
      five[index]!,
    ]);
    expect(spansIn([first, second], five)).toEqual([]);
  });

  it('gives a head between two columns no column of its own', () => {
    const below = at(['Unit rate', 'Standing', 'Night rate', 'Fixed'], 190, 90);
    const heads: Places = [
      ['Power', 240],
      ['Gas', 430],
    ];
    expect(spansIn([heads, below], [200, 290, 380, 470])).toEqual(['Power: 1+2', 'Gas: 3+2']);
  });

  it('lets a bracket below all heads span the columns of amounts', () => {
    const years = at(['2024', '2023', '2022', '2021'], 205, 70);
    expect(spansIn([years, [['($ in millions)', 282]]], four)).toEqual(['($ in millions): 1+4']);
  });

  it('gives no head a column that another one stands over beside it, a little lower', () => {
    const words = [
      ...line('Power', [345, 86]),
      ...line('Rate', [205, 107]),
      ...line('Standing', [270, 100]),
      ...line('Charge', [275, 114]),
      ...['Sales', 'Costs'].flatMap((label, index) => [
        ...line(label, [50, 128 + 12 * index]),
        ...line('1,234', [200, 128 + 12 * index]),
        ...line('1,234', [275, 128 + 12 * index]),
        ...line('1,234', [345, 128 + 12 * index]),
      ]),
    ];
    const rows = groupRows(words);
    const { cells, headerRows } = tableFromRows(rows, cellStarts(rows), [{ at: 118, from: 195, to: 310 }]);
    const spans = cells.filter(({ row }) => row < headerRows).map(({ columnSpan }) => columnSpan);
    expect(Math.max(...spans)).toBe(1);
  });

  it('gives no head the columns of a line in whose middle, and at whose edge, it is not', () => {
    const words = [
      ...line('Percent', [340, 100]),
      ...['2024', '2023', 'Total', 'Units'].flatMap((text, index) => line(text, [200 + 70 * index, 114])),
      ...['Sales', 'Costs'].flatMap((label, row) => [
        ...line(label, [50, 128 + 12 * row]),
        ...[200, 270, 340, 410].flatMap((x) => line('1,234', [x, 128 + 12 * row])),
      ]),
    ];
    const rows = groupRows(words);
    const { cells } = tableFromRows(rows, cellStarts(rows), [{ at: 104, from: 195, to: 440 }]);
    expect(cells.find((cell) => textsOf(cell.words) === 'Percent')).toMatchObject({
      column: 3,
      columnSpan: 1,
    });
  });

  it('lets a head over the middle one of the last columns under a line span these, and one above it all', () => {
    const words = [
      ...line('Six months', [335, 86]),
      ...line('Percent change', [400, 100]),
      ...['2024', '2023', 'Total', 'Operations', 'Currency'].flatMap((text, index) =>
        line(text, [[200, 270, 340, 410, 490][index]!, 114]),
      ),
      ...['Sales', 'Costs'].flatMap((label, row) => [
        ...line(label, [50, 128 + 12 * row]),
        ...[200, 270, 340, 420, 490].flatMap((x) => line('1,234', [x, 128 + 12 * row])),
      ]),
    ];
    const rows = groupRows(words);
    const { cells } = tableFromRows(rows, cellStarts(rows), [
      { at: 90, from: 195, to: 650 },
      { at: 104, from: 195, to: 540 },
    ]);
    expect(cells.find((cell) => textsOf(cell.words) === 'Percent change')).toMatchObject({
      column: 3,
      columnSpan: 3,
    });
    expect(cells.find((cell) => textsOf(cell.words) === 'Six months')).toMatchObject({
      column: 1,
      columnSpan: 5,
    });
  });
});
