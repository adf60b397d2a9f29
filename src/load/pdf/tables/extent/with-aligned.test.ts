import { describe, expect, it } from 'vitest';
import { groupRows } from '../../rows.ts';
import { line } from '../../synthetic.testing.ts';
import { withAligned } from './with-aligned.ts';

/** Whether a row with a gap of one size has cells, below one with wide gaps. */
function hasCells(label: string, value: string, x: number): boolean {
  const rows = groupRows([
    ...line('Ripple', [50, 100]),
    ...line('70 mV', [200, 100]),
    ...line('Regulation', [50, 112]),
    ...line(label, [50, 124]),
    ...line(value, [x, 124]),
  ]);
  return withAligned(rows, [true, false, false])[2]!;
}

describe('withAligned', () => {
  it('gives cells to a row whose number stands exactly below one, though its label reaches near to it', () => {
    expect(hasCells('Load from 10 % to full var', '50 mA', 200)).toBe(true);
  });

  it('gives none where words stand there, the number stands elsewhere, or dots lead to it', () => {
    expect(hasCells('Load from 10 % to full var', 'ten mA', 200)).toBe(false);
    expect(hasCells('Load from 10 % to full var', '50 mA', 204)).toBe(false);
    expect(hasCells('Load from page ......... .', '50', 200)).toBe(false);
  });
});
