import { describe, expect, it } from 'vitest';
import { pdfTable } from '../synthetic.testing.ts';
import { isFormula } from './is-formula.ts';

const judge = (rows: readonly (readonly string[])[]) => isFormula(pdfTable(rows, [50, 100]));

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

  it('takes one without a number for one where there are hardly words or values', () => {
    expect(
      judge([
        ['', 'n', ''],
        ['s', '=', 'x y'],
        ['', 'i', ''],
      ]),
    ).toBe(true);
  });

  it('takes no table with amounts in brackets, or with a sign of equality in a cell, for one', () => {
    expect(
      judge([
        ['Costs', '(12)', '(14)'],
        ['Taxes', '(3)', '(4)'],
      ]),
    ).toBe(false);
    expect(
      judge([
        ['Symbol', 'Size'],
        ['n', 'Length of the vector'],
        ['q =', 'Number of columns'],
      ]),
    ).toBe(false);
    expect(
      judge([
        ['p =', '0.25', '17.5'],
        ['q', '0.75', '12.5'],
      ]),
    ).toBe(false);
  });
});
