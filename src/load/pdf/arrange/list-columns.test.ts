import { describe, expect, it } from 'vitest';
import { line, textsOf } from '../synthetic.testing.ts';
import type { Line } from '../tables/drawn-lines.ts';
import type { Word } from '../words.ts';
import { readingOrder } from './reading-order.ts';

const labels = ['Voltage', 'Fuel', 'Speed', 'Weight', 'Length', 'Width'];

/** Rows of a label and a value from (x, top), 12 points apart. */
function list(x: number, top: number): Word[] {
  return labels.flatMap((label, index) => [
    ...line(label, [x, top + 12 * index]),
    ...line(`${index}1 kg`, [x + 120, top + 12 * index]),
  ]);
}

/** Lines below the rows of a list. */
function below(x: number, width: number): Line[] {
  return labels.map((_, index) => ({ at: 103 + 12 * index, from: x - 4, to: x + width }));
}

const texts = (words: readonly Word[], across: readonly Line[]) => readingOrder(words, across).map(textsOf);

describe('readingOrder', () => {
  it('reads lists of labels and values that stand beside each other one after the other', () => {
    const [left, right] = [list(50, 100), list(260, 105)];
    expect(texts([...left, ...right], below(50, 150))).toEqual([textsOf(left), textsOf(right)]);
  });

  it('keeps a table as a whole whose cells are level, which has lines over all of it, or none', () => {
    const words = [...list(50, 100), ...list(260, 105)];
    expect(texts([...list(50, 100), ...list(260, 100)], below(50, 150))).toHaveLength(1);
    expect(texts(words, below(50, 370))).toHaveLength(1);
    expect(texts(words, [])).toHaveLength(1);
  });
});
