import { describe, expect, it } from 'vitest';
import { groupRows, rowText } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import { cellStarts } from '../cells.ts';
import { joinWrappedCells } from './wrapped-lines.ts';

/** Rows of a label, a number and words; of words alone where the label is empty. */
function joined(...texts: readonly (readonly [label: string, words: string])[]): string[] {
  const rows = groupRows(
    texts.flatMap(([label, words], index) => [
      ...(label === ''
        ? []
        : [...line(label, [50, 100 + 12 * index]), ...line('12', [150, 100 + 12 * index])]),
      ...line(words, [200, 100 + 12 * index]),
    ]),
  );
  return joinWrappedCells(rows, cellStarts(rows)).map(rowText);
}

describe('joinWrappedCells', () => {
  it('joins a line that had no room in the one above, where that breaks off or it goes on in lower case', () => {
    expect(joined(['Ohio', 'Fahey and Jackson,'], ['', '1997'], ['Iowa', 'Scott et al., 2000'])).toEqual([
      'Ohio 12 Fahey and Jackson, 1997',
      'Iowa 12 Scott et al., 2000',
    ]);
    expect(joined(['Ohio', 'Officer since May'], ['', 'of last year'], ['Iowa', 'Clerk'])).toHaveLength(2);
  });

  it('leaves lines with room above them, names below names, and amounts', () => {
    expect(joined(['Ohio', 'Ann,'], ['', 'Bob'], ['Iowa', 'Jackson and others'])).toHaveLength(3);
    expect(joined(['Ohio', 'Elizabeth Montgomery'], ['', 'Bob Jones'], ['Iowa', 'Ann'])).toHaveLength(3);
    expect(joined(['Ohio', 'Jackson and'], ['', '1,234'], ['Iowa', 'Ann'])).toHaveLength(3);
  });
});
