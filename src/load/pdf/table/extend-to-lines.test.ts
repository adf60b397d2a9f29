import { describe, expect, it } from 'vitest';
import { groupRows } from '../rows.ts';
import { line } from '../synthetic.ts';
import { extendToLines } from './extend-to-lines.ts';

const row = (label: string, y: number) => [...line(label, [50, y]), ...line('ring', [200, y])];
const prose = 'a line of text that runs from the first of the columns over the second';
const across = [88, 106, 150].map((at) => ({ at, from: 45, to: 350 }));

describe('extendToLines', () => {
  it('takes lines of text in one cell up to the last line that is drawn across', () => {
    const rows = groupRows([
      ...row('Fox', 100),
      ...row('Cat', 118),
      ...line('ding', [200, 130]),
      ...line('dong', [200, 142]),
      ...line('below', [200, 166]),
    ]);
    expect(extendToLines({ start: 0, end: 2 }, rows, across)).toEqual({ start: 0, end: 4 });
  });

  it('stops at text over several columns, and takes nothing where few lines are drawn', () => {
    const rows = groupRows([...row('Fox', 100), ...row('Cat', 118), ...line(prose, [50, 130])]);
    expect(extendToLines({ start: 0, end: 2 }, rows, across)).toEqual({ start: 0, end: 2 });
    const more = groupRows([...row('Fox', 100), ...row('Cat', 118), ...line('ding', [200, 130])]);
    expect(extendToLines({ start: 0, end: 2 }, more, across.slice(1))).toEqual({ start: 0, end: 2 });
  });
});
