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
});
