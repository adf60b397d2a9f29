import { describe, expect, it } from 'vitest';
import { groupRows } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import { extendToWrapped } from './extend-to-wrapped.ts';

const row = (label: string, y: number) => [...line(label, [50, y]), ...line('says something', [200, y])];
const table = [...row('Fox', 100), ...row('Cat', 124)];

describe('extendToWrapped', () => {
  it('takes the lines below that go on in the last cell', () => {
    const rows = groupRows([...table, ...line('and more', [200, 136]), ...line('to the end', [200, 148])]);
    expect(extendToWrapped({ start: 0, end: 2 }, rows)).toEqual({ start: 0, end: 4 });
  });

  it('leaves lines in the first column, over several, and further below', () => {
    for (const [text, x, y] of [
      ['and more', 50, 136],
      ['a line of text over both of the columns', 50, 136],
      ['and more', 200, 146],
    ] as const) {
      const rows = groupRows([...table, ...line(text, [x, y])]);
      expect(extendToWrapped({ start: 0, end: 2 }, rows)).toEqual({ start: 0, end: 2 });
    }
  });
});
