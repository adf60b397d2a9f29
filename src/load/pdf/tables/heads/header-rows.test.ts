import { describe, expect, it } from 'vitest';
import { cellStarts } from '../cells.ts';
import { groupRows } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import { tableFromRows } from '../table-from-rows.ts';

type Texts = readonly string[];

/** Rows of a table with cells at fixed places; an empty cell is left out, and what stands in `*` is bold. */
function headerRows(...texts: readonly Texts[]): number {
  const words = texts.flatMap((row, index) =>
    row.flatMap((text, column) =>
      text === ''
        ? []
        : line(text.replaceAll('*', ''), [50 + 150 * column, 100 + 12 * index], {
            bold: text.startsWith('*'),
          }),
    ),
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

  it('takes the first row where there are no amounts and it is bold, or words over numbers of any kind', () => {
    const rows = [
      ['Ann', 'Bonn', 'NRW'],
      ['Bob', 'Ulm', 'BW'],
    ];
    expect(headerRows(['*Name*', '*City*', '*State*'], ...rows)).toBe(1);
    expect(headerRows(['*Name*', '*City*', '*State*'], ['', '*of birth*', ''], ...rows)).toBe(2);
    expect(headerRows(['Name', 'Born', 'Phone'], ['Ann', 'in 1970', '+1/22'])).toBe(1);
  });

  it('finds none where the first row is like the others', () => {
    expect(headerRows(['Name', 'Ann'], ['City', 'Bonn'])).toBe(0);
    expect(headerRows(['*Name*', 'Ann'], ['*City*', 'Bonn'])).toBe(0);
    expect(headerRows(['Ann', '2:15-cv-17', 'Bonn'], ['Bob', '2:15-cv-21', 'Ulm'])).toBe(0);
  });

  it('finds none in a list of labels and values, with a number here and there', () => {
    expect(headerRows(['Terms', '14 days net'], ['Paid by', 'transfer'], ['Due', '21.05.14'])).toBe(0);
    expect(headerRows(['Site', 'Ulm'], ['Workers', '243'], ['Products', 'caps'], ['Sold in', 'Bonn'])).toBe(
      0,
    );
    expect(headerRows(['Name', 'Total'], ['Ann', '7'])).toBe(1);
  });

  it('ends the header where bold rows end, above rows with text in place of amounts', () => {
    expect(headerRows(['*Firm*', '*Share*'], ['Acme', 'none'], ['Bolt', 'half'], ['Cord', '26.9%'])).toBe(1);
    expect(headerRows(['', '*2023*', '*2022*'], ['in euros', '*Q1*', '*Q2*'], ['Cash', '12', '26'])).toBe(2);
    expect(headerRows(['*Firm*', '*Share*'], ['', 'in %'], ['Acme', '12.1'], ['Bolt', '26.9'])).toBe(2);
  });
});
