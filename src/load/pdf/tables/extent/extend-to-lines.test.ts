import { describe, expect, it } from 'vitest';
import { groupRows } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import { extendToLines } from './extend-to-lines.ts';

const rows = groupRows([
  ...line('A title over it', [50, 80], { size: 14, bold: true }),
  ...line('Name', [200, 100], { bold: true }),
  ...line('No.', [50, 106], { bold: true }),
  ...line('of it', [200, 112], { bold: true }),
  ...line('1', [50, 130]),
  ...line('Swing arm', [200, 130]),
  ...line('2', [50, 150]),
  ...line('Swing', [200, 150]),
  ...line('bench', [200, 162]),
  ...line('What follows says something else.', [50, 180]),
]);
const across = [90, 116, 136, 166].map((at) => ({ at, from: 50, to: 260 }));
const free = { start: 0, end: rows.length };

describe('extendToLines', () => {
  it('takes in what stands between the lines drawn above and below a table', () => {
    expect(extendToLines({ start: 2, end: 6 }, rows, { across, free })).toEqual({ start: 1, end: 7 });
  });

  it('leaves a table as it is where no lines part its rows', () => {
    expect(extendToLines({ start: 2, end: 6 }, rows, { across: [], free })).toEqual({ start: 2, end: 6 });
  });
});
