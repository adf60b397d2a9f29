import { describe, expect, it } from 'vitest';
import { groupRows, rowText } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import type { Line } from './drawn-lines.ts';
import { joinBands } from './join-bands.ts';

const y = (index: number): number => 100 + 12 * index;

/** Bands of two lines of text each, of a label and a value, with a line drawn below each. */
function bands(...texts: readonly (readonly [string, string])[]): string[][] {
  const words = texts.flatMap(([label, value], index) => [
    ...line(label, [50, y(index)]),
    ...line(value, [200, y(index)]),
  ]);
  const across: Line[] = texts.flatMap((_, index) =>
    index % 2 === 1 ? [{ at: y(index) + 3, from: 50, to: 300 }] : [],
  );
  const rows = groupRows(words);
  return (joinBands(rows, across) ?? rows.map((row) => [row])).map((band) => band.map(rowText));
}

describe('joinBands', () => {
  it('makes one row of the lines of text between drawn lines', () => {
    expect(
      bands(
        ['Swing', 'to the left'],
        ['of boom', 'and right'],
        ['Arm', 'steel'],
        ['of boom', 'and tin'],
        ['Hub', 'tin'],
        ['of boom', 'and zinc'],
      ),
    ).toHaveLength(3);
  });

  it('makes one row of many lines of text where these hang, also between lines that are drawn cell by cell', () => {
    const texts = ['Item', 'Swing', '', '', '', 'Arm', '', '', ''];
    const words = texts.flatMap((label, index) => [
      ...(label === '' ? [] : line(label, [50, y(index)])),
      ...line('said at length', [200, y(index)]),
    ]);
    const across = [0, 4].flatMap((index) => [
      { at: y(index) + 3, from: 50, to: 158 },
      { at: y(index) + 3, from: 162, to: 280 },
    ]);
    expect(joinBands(groupRows(words), across)?.map((band) => band.length)).toEqual([1, 4, 4]);
  });

  it('makes each line a row where lines between drawn ones hold a label with a quantity', () => {
    expect(
      bands(
        ['Short arm', '5 ft 3 in'],
        ['Long arm', '6 ft 3 in'],
        ['Tank', '31.7 gal'],
        ['Radiator', '2.5 gal'],
        ['Swing', 'left'],
        ['Fuel', 'diesel'],
      ),
    ).toHaveLength(6);
  });

  it('takes lines under words right of the first cell for underlines', () => {
    const words = [0, 2, 4].flatMap((index) => [
      ...line('10.1', [50, y(index)]),
      ...line('The first agreement', [200, y(index)]),
      ...line('and more', [200, y(index + 1)]),
    ]);
    const full = [0, 2, 4].map((index) => ({ at: y(index) + 1, from: 50, to: 295 }));
    const rows = groupRows(words);
    expect(joinBands(rows, full)).toHaveLength(4);
    const right = rows[0]!.x1;
    const underlines = [0, 2, 4].map((index) => ({ at: y(index) + 1, from: 200, to: right }));
    expect(joinBands(rows, underlines)).toBeUndefined();
  });
});
