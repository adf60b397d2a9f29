import { expect, it } from 'vitest';
import { countHeaderRows } from './header-rows.ts';

/** What stands in `*` is bold. */
function headerRows(...rows: readonly (readonly string[])[]): number {
  const cells = rows.flatMap((texts, row) =>
    texts.flatMap((text, column) =>
      text === '' ? [] : [{ row, column, text: text.replaceAll('*', ''), isBold: text[0] === '*', size: 1 }],
    ),
  );
  return countHeaderRows(cells, rows.length);
}

it('ends the header above rows that have both a label and values', () => {
  const records = [
    ['Supply', 'steady'],
    ['Use', 'at night'],
    ['Cost', '7'],
    ['Size', '8'],
    ['Mass', '9'],
  ];
  expect(headerRows(['', 'Typical'], ...records)).toBe(1);
  expect(headerRows(['Parameter', 'Typical'], ...records)).toBe(1);
  expect(headerRows(['', 'Year'], ['in millions', '2024'], ['Cash', '7'], ['Debt', '8'])).toBe(2);
});

it('keeps bold rows in the header, each with a label and heads of columns', () => {
  expect(headerRows(['*Name and*', '*Shares*'], ['*place*', '*held*'], ['Ann', '7'], ['Bob', '8'])).toBe(2);
});
