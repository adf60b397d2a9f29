import { describe, expect, it } from 'vitest';
import { cellStarts } from '../cells.ts';
import { groupRows, rowText } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import type { Word } from '../../words.ts';
import { joinWrappedLabels } from './wrapped-lines.ts';

function joined(words: readonly Word[]): string[] {
  const rows = groupRows(words);
  return joinWrappedLabels(rows, cellStarts(rows)).map(rowText);
}

const numbers = (y: number): Word[] => [...line('12', [300, y]), ...line('34', [350, y])];

describe('joinWrappedLabels', () => {
  it('joins a label to its last line, which holds the numbers', () => {
    const words = [
      ...line('Repayment of loans', [50, 100]),
      ...line('from banks', [58, 112]),
      ...numbers(112),
    ];
    expect(joined(words)).toEqual(['Repayment of loans from banks 12 34']);
  });

  it('puts the rest of a label before the numbers of its first line', () => {
    const words = [
      ...line('Repayment of loans', [50, 100]),
      ...numbers(100),
      ...line('from banks', [50, 112]),
    ];
    expect(joined(words)).toEqual(['Repayment of loans from banks 12 34']);
  });

  it('leaves captions of groups, short labels in lower case and other columns alone', () => {
    const caption = [...line('Paid to:', [50, 100]), ...line('banks', [50, 112]), ...numbers(112)];
    expect(joined(caption)).toHaveLength(2);
    const labels = [...line('pH', [50, 100]), ...line('turbidity of the river', [50, 112]), ...numbers(112)];
    expect(joined(labels)).toHaveLength(2);
    const column = [...line('Repayment', [50, 100]), ...numbers(100), ...line('euros', [300, 112])];
    expect(joined(column)).toHaveLength(2);
  });
});
