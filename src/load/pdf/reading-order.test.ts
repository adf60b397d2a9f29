import { describe, expect, it } from 'vitest';
import { readingOrder } from './reading-order.ts';
import { line, lines, textsOf } from './synthetic.ts';

const left = Array.from({ length: 8 }, (_, index) => `left column says plain words number${index}`);
const right = Array.from({ length: 8 }, (_, index) => `right column says other words number${index}`);

const narrow = (name: string): string[] => Array.from({ length: 8 }, () => `${name} holds three words`);

function read(words: Parameters<typeof readingOrder>[0]): string[] {
  return readingOrder(words).map(textsOf);
}

describe('readingOrder', () => {
  it('reads the left column before the right one', () => {
    expect(read([...lines(left, [50, 100]), ...lines(right, [310, 100])])).toEqual([
      left.join(' '),
      right.join(' '),
    ]);
  });

  it('reads columns whose lines are not level with each other', () => {
    expect(read([...lines(left, [50, 100]), ...lines(right, [310, 105])])).toEqual([
      left.join(' '),
      right.join(' '),
    ]);
  });

  it('reads a heading over both columns first, and a caption between them in its place', () => {
    const title = 'A title that is set over both of the columns of this page';
    const caption = 'Figure 1 shows something that is as wide as the whole page is';
    const words = [
      ...lines(left, [50, 120]),
      ...line(title, [120, 90]),
      ...lines(right, [310, 120]),
      ...line(caption, [120, 240]),
      ...lines(left.slice(0, 5), [50, 270]),
      ...lines(right.slice(0, 5), [310, 270]),
    ];
    expect(read(words)).toEqual([
      title,
      left.join(' '),
      right.join(' '),
      caption,
      left.slice(0, 5).join(' '),
      right.slice(0, 5).join(' '),
    ]);
  });

  it('reads three columns', () => {
    const columns = ['alpha', 'bravo', 'carol'].map(narrow);
    const words = columns.flatMap((texts, index) => lines(texts, [50 + index * 180, 100]));
    expect(read(words)).toEqual(columns.map((texts) => texts.join(' ')));
  });

  it('keeps the rows of a table of labels and numbers together', () => {
    const labels = Array.from({ length: 8 }, (_, index) => `Revenue of the large segment ${index}`);
    const words = [
      ...lines(labels, [50, 100]),
      ...lines(
        labels.map((_, index) => `${index},234 5,678`),
        [350, 100],
        { gap: 40 },
      ),
    ];
    expect(read(words)).toHaveLength(1);
  });

  it('keeps bullets with their hanging text', () => {
    const bullets = [
      ...lines(
        left.map(() => '•'),
        [50, 100],
      ),
      ...lines(left, [100, 100]),
    ];
    expect(read(bullets)).toHaveLength(1);
  });

  it('gives no region for no words', () => {
    expect(readingOrder([])).toEqual([]);
  });
});
