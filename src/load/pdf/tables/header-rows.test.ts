import { describe, expect, it } from 'vitest';
import { cellStarts } from './cells.ts';
import { groupRows } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import { tableFromRows } from './table-from-rows.ts';

/** Rows of a table with cells at fixed places; an empty cell is left out. */
function headerRows(...texts: readonly (readonly [string, string, string])[]): number {
  const words = texts.flatMap((row, index) =>
    row.flatMap((text, column) => (text === '' ? [] : line(text, [50 + 150 * column, 100 + 12 * index]))),
  );
  const rows = groupRows(words);
  return tableFromRows(rows, cellStarts(rows)).headerRows;
}

describe('countHeaderRows', () => {
  it('counts the rows before the first amounts, years and dates among them', () => {
    expect(
      headerRows(['', 'Year ended', 'May 31'], ['in millions', '2022', '2021'], ['Cash', '$ 7', '(8)']),
    ).toBe(2);
  });

  it('counts dates that are set one part below the other', () => {
    expect(
      headerRows(['', 'January', 'May'], ['', '28,', '3,'], ['', '2023', '2022'], ['Cash', '7', '8']),
    ).toBe(3);
  });

  it('leaves labels of groups to the body', () => {
    expect(
      headerRows(['', '2022', '2021'], ['Assets', '', ''], ['Current assets', '', ''], ['Cash', '7', '—']),
    ).toBe(1);
  });

  it('finds none where the first row holds amounts', () => {
    expect(headerRows(['Cash', '7', '8'], ['Debt', '5', '6'])).toBe(0);
  });

  it('takes the first row where there are no amounts', () => {
    expect(headerRows(['Name', 'City', 'State'], ['Ann', 'Bonn', 'NRW'], ['Bob', 'Ulm', 'BW'])).toBe(1);
  });
});
