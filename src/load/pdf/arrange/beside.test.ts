import { describe, expect, it } from 'vitest';
import { groupByBaseline } from '../rows.ts';
import { findColumnsBeside } from './beside.ts';
import { readingOrder } from './reading-order.ts';
import { cutRow } from './segments.ts';
import { lines, textsOf } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const prose = [
  'The cells were grown on a substrate by a beam of atoms',
  'and were measured in the light of a lamp at noon. Their',
  'output was compared with that of cells without a layer',
  'between them and it was found to be higher by a fourth',
  'of what is usual for cells of the same size and colour',
  'which are made of silicon.',
];
const dates = ['Article history:', 'Received 12 December', 'Revised 28 December', 'Accepted 13 January'];

const order = (words: readonly Word[]) => readingOrder(words).map(textsOf);

const found = (words: readonly Word[]) =>
  findColumnsBeside(
    groupByBaseline(words).map((row) => cutRow(row, 10)),
    [429],
  );

describe('readingOrder', () => {
  it('reads dates beside an abstract before it', () => {
    const left = lines(dates, [50, 105], { size: 8 });
    const right = lines(prose, [200, 100]);
    expect(order([...left, ...right])).toEqual([textsOf(left), textsOf(right)]);
  });

  it('reads what stands above and below both of them by itself', () => {
    const title = lines(['A title that is set over both of the columns below it on this page'], [50, 60]);
    const left = lines(dates, [50, 105], { size: 8 });
    const right = lines(prose, [200, 100]);
    const text = lines(['and the text below that reaches over the place between both of them'], [50, 220]);
    expect(order([...title, ...left, ...right, ...text])).toEqual([title, left, right, text].map(textsOf));
  });

  it('reads terms that are level with the lines of what explains them as a table', () => {
    const words = [...lines(dates, [50, 100]), ...lines(prose, [200, 100])];
    expect(readingOrder(words)).toHaveLength(1);
  });

  it('reads labels in the middle of large cells, and rows with several numbers, as a table', () => {
    const labels = [
      ['First part', 106],
      ['Second part', 142],
      ['Third part', 178],
    ] as const;
    const texts = [...prose.slice(0, 5), ...prose.slice(0, 4)];
    const centred = labels.flatMap(([text, y]) => lines([text], [50, y]));
    expect(readingOrder([...centred, ...lines(texts, [200, 100])])).toHaveLength(1);
    const numbers = ['$ 12', '$ 13'].flatMap((text, index) => lines([text], [480 + 40 * index, 105]));
    const words = [...lines(dates, [50, 105], { size: 8 }), ...numbers, ...lines(prose, [200, 100])];
    expect(readingOrder(words)).toHaveLength(1);
  });

  it('leaves labels between both with what they are of', () => {
    const left = lines(prose, [50, 105]);
    const right = lines(dates, [430, 100], { size: 8 });
    const labels = ['[15a]', '[15b]'].flatMap((text, index) =>
      lines([text], [390, 100 + 24 * index], { size: 8 }),
    );
    expect(found([...left, ...right])).toBeDefined();
    expect(found([...left, ...labels, ...right])).toBeUndefined();
  });
});
