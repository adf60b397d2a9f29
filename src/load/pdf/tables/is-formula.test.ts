import { describe, expect, it } from 'vitest';
import { pdfTable } from '../synthetic.testing.ts';
import { isFormula } from './is-formula.ts';

/** Of rows that are so many points apart, in size 10. */
function judge(rows: readonly (readonly string[])[], distance = 12): boolean {
  const table = pdfTable(rows, [50, 100]);
  const cells = table.cells.map((cell) => ({
    ...cell,
    words: cell.words.map((word) => ({ ...word, baseline: 100 + distance * cell.row })),
  }));
  return isFormula({ ...table, cells });
}

describe('isFormula', () => {
  it('takes a formula with its number for one, also with words between', () => {
    expect(
      judge([
        ['', 'dx', '', ''],
        ['a =', '', '+ b ,', '(2.1a)'],
        ['', 'dt', '', ''],
      ]),
    ).toBe(true);
    expect(
      judge([
        ['where the volume', '', ''],
        ['', 'V = L', '(7)'],
        ['is constant', '', '(A.8)'],
      ]),
    ).toBe(true);
  });

  it('takes one without a number for one where there are hardly words or values, and lines are close', () => {
    const sum = [
      ['', 'n', ''],
      ['s', '=', 'x y'],
      ['', 'i', ''],
    ];
    expect(judge(sum, 7)).toBe(true);
    expect(judge(sum)).toBe(false);
  });

  it('takes no values with signs of equality, and no code, for one', () => {
    expect(
      judge([
        ['a', '= 5', 'V'],
        ['ki', '= 3', 'V'],
        ['x', '= y', 'V'],
      ]),
    ).toBe(false);
    expect(
      judge([
        ['if k = 0', 'if k == 0'],
        ['k ← k - 1', 'k <- k - 1'],
      ]),
    ).toBe(false);
  });

  it('takes no table with amounts in brackets, or with a sign of equality in a cell, for one', () => {
    expect(
      judge([
        ['Costs', '(12)', '(14)'],
        ['Taxes', '(3)', '(4)'],
      ]),
    ).toBe(false);
    expect(
      judge(
        [
          ['Symbol', 'Size'],
          ['n', 'Length of the vector'],
          ['q =', 'Number of columns'],
        ],
        7,
      ),
    ).toBe(false);
    expect(
      judge(
        [
          ['p =', '0.25', '17.5'],
          ['q', '0.75', '12.5'],
        ],
        7,
      ),
    ).toBe(false);
  });
});
