import { describe, expect, it } from 'vitest';
import { cellStarts } from './cells.ts';
import { groupRows } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';
import { isTable } from './is-table.ts';
import { tableFromRows } from './table-from-rows.ts';

function judge(words: readonly Word[]): boolean {
  const rows = groupRows(words);
  return isTable(tableFromRows(rows, cellStarts(rows)));
}

describe('isTable', () => {
  it('takes no single column of items behind boxes for a table', () => {
    const items = ['first', 'second', 'third', 'fourth'].flatMap((text, index) => [
      ...line('\u2610', [50, 100 + 12 * index]),
      ...line(`the ${text} item`, [75, 100 + 12 * index]),
    ]);
    expect(judge(items)).toBe(false);
  });

  it('takes rows of labels and numbers for a table, also where these go up evenly', () => {
    const rows = ['Ann', 'Bob', 'Cid', 'Dan'].flatMap((name, index) => [
      ...line(name, [50, 100 + 12 * index]),
      ...line(String(index * 10), [200, 100 + 12 * index]),
    ]);
    expect(judge(rows)).toBe(true);
  });

  it('takes no chart with a scale on both sides for a table', () => {
    const scale = ['400', '300', '200', '100', '0'].flatMap((mark, index) => [
      ...line(mark, [50, 100 + 12 * index]),
      ...line(mark, [300, 100 + 12 * index]),
    ]);
    const years = [...line('2021', [90, 170]), ...line('2022', [180, 170])];
    expect(judge([...scale, ...years])).toBe(false);
  });

  it('takes no two lines of justified text for a table', () => {
    const words = [
      ...line('Estimated on the basis of figures', [50, 100], { gap: 20 }),
      ...line('by the central bank for its year', [50, 112], { gap: 23 }),
    ];
    expect(judge(words)).toBe(false);
  });
});
