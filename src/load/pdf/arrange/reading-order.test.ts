import { describe, expect, it } from 'vitest';
import { readingOrder, usualGutters } from './reading-order.ts';
import { line, lines, textsOf } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const left = Array.from({ length: 8 }, (_, index) => `left column says plain words number${index}`);
const right = Array.from({ length: 8 }, (_, index) => `right column says other words number${index}`);

const narrow = (name: string): string[] =>
  Array.from({ length: 8 }, (_, index) => `${name} holds three word${index}`);

const entries = (letter: string): string[] =>
  Array.from({ length: 8 }, (_, index) => `${letter}ingo, ${index + 3}, ${index + 40}–${index + 42}n`);

const director = (cells: readonly string[], y: number): Word[] =>
  [50, 200, 420, 500].flatMap((x, index) => line(cells[index]!, [x, y]));

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

  it('reads numbers that hang between the columns with the right one', () => {
    const numbers = [...line('6.', [295, 112]), ...line('7.', [295, 148])];
    const [first, second] = read([...lines(left, [50, 100]), ...numbers, ...lines(right, [320, 100])]);
    expect(first).toBe(left.join(' '));
    expect(second).toContain('6. right column says other words number1');
  });

  it('reads columns whose lines are not level with each other', () => {
    expect(read([...lines(left, [50, 100]), ...lines(right, [310, 105])])).toEqual([
      left.join(' '),
      right.join(' '),
    ]);
  });

  it('reads a short column whose lines stand between those of a long one', () => {
    const long = Array.from({ length: 20 }, (_, index) => `left column says plain words line${index}`);
    expect(read([...lines(long, [50, 100]), ...lines(right, [310, 105])])).toEqual([
      long.join(' '),
      right.join(' '),
    ]);
  });

  const twoColumns = [...lines(left, [50, 100]), ...lines(right, [310, 100])];
  const values = Array.from({ length: 12 }, (_, index) => [
    ...line(`Item${index}`, [310, 103 + 9 * index]),
    ...line('12.5', [400, 103 + 9 * index]),
    ...line('17.0', [460, 103 + 9 * index]),
  ]).flat();

  it('reads a table in one column after the prose in the other one, where other pages have the gutter', () => {
    const words = [...line('Results', [50, 88]), ...lines(left, [50, 100]), ...values];
    expect(readingOrder(words)).toHaveLength(1);
    const gutters = usualGutters([twoColumns, words, twoColumns]);
    const regions = readingOrder(words, [], gutters).map(textsOf);
    expect(regions).toEqual([`Results ${left.join(' ')}`, expect.stringContaining('Item0 12.5 17.0 Item1')]);
  });

  it('keeps a table in its column beside headings in the other one', () => {
    const texts = [...left.slice(0, 5), 'Results', 'Patients', ...left.slice(5)];
    const level = Array.from({ length: 10 }, (_, index) => [
      // The rows above and below the headings have a value alone.
      ...(index === 4 || index === 7 ? [] : line(`Item${index}`, [310, 100.8 + 12 * index])),
      ...line('12.5', [400, 100.8 + 12 * index]),
    ]).flat();
    const [first] = readingOrder([...lines(texts, [50, 100]), ...level], [], [308]).map(textsOf);
    expect(first).toBe(texts.join(' '));
  });

  it('has no gutter of one page in two, of few pages, or beside values that are level with their labels', () => {
    const page = lines(left, [50, 100]);
    expect(usualGutters([twoColumns, page])).toEqual([]);
    expect(usualGutters([twoColumns, twoColumns, ...Array.from({ length: 5 }, () => page)])).toEqual([]);
    const level = left.flatMap((_, index) => line('12.5', [400, 100 + 12 * index]));
    expect(readingOrder([...page, ...level], [], [308])).toHaveLength(1);
  });

  it('keeps the rows of a table whose cells say the same again and again', () => {
    const cells = left.map(() => 'filed by reference here');
    expect(read([...lines(left, [50, 100]), ...lines(cells, [310, 105])])).toHaveLength(1);
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

  it('finds a further gutter between columns of three lines', () => {
    const third = [
      '(2) and the third column goes',
      'on here with lines that are',
      'about as long as the first',
    ];
    const words = [
      ...lines(left.slice(0, 4), [50, 100]),
      ...lines(right.slice(0, 4), [310, 100]),
      ...line(third[0]!, [582, 100]),
      ...lines(third.slice(1), [570, 112]),
    ];
    expect(read(words)).toEqual([left.slice(0, 4).join(' '), right.slice(0, 4).join(' '), third.join(' ')]);
  });

  it('reads the columns above a picture before those below it', () => {
    const words = [
      ...lines(left.slice(0, 4), [50, 100]),
      ...lines(right.slice(0, 4), [310, 100]),
      ...lines(left.slice(4), [50, 400]),
      ...lines(right.slice(4), [310, 400]),
    ];
    const parts = [left.slice(0, 4), right.slice(0, 4), left.slice(4), right.slice(4)];
    expect(read(words)).toEqual(parts.map((part) => part.join(' ')));
  });

  it('reads the columns of an index one after the other', () => {
    const words = [...lines(entries('D'), [50, 100]), ...lines(entries('F'), [310, 100])];
    expect(read(words)).toEqual([entries('D').join(' '), entries('F').join(' ')]);
  });

  it('takes dates in the heads of tables for no index', () => {
    const heads = Array.from({ length: 8 }, (_, index) => `June 30, ${2015 + index}`);
    expect(read([...lines(heads, [50, 100]), ...lines(heads, [310, 100])])).toHaveLength(1);
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

  it('keeps a table over both columns whole where only its first rows have text over the gutter', () => {
    const table = [
      ...director(['Mara', 'chair of the audit committee', '2017', '9'], 40),
      ...director(['Odo', 'independent', '2023', '8'], 54),
      ...director(['Lene', 'independent', '2025', '7'], 68),
    ];
    expect(read([...table, ...lines(left, [50, 100]), ...lines(right, [310, 100])])).toEqual([
      'Mara chair of the audit committee 2017 9 Odo independent 2023 8 Lene independent 2025 7',
      left.join(' '),
      right.join(' '),
    ]);
  });

  it('keeps a table over both columns whole where none of its rows has text over the gutter', () => {
    const regions = ['North and far north', 'South'].flatMap((label, index) => [
      ...line(label, [50, 40 + index * 14]),
      ...line(`31,15${index}`, [430, 40 + index * 14]),
    ]);
    expect(read([...regions, ...lines(left, [50, 100]), ...lines(right, [310, 100])])).toEqual([
      'North and far north 31,150 South 31,151',
      left.join(' '),
      right.join(' '),
    ]);
  });

  it('leaves a table in one column beside the prose in the other', () => {
    const table = Array.from({ length: 4 }, (_, index) => [
      ...line('water', [50, 100 + index * 12]),
      ...line(`5${index}`, [150, 100 + index * 12]),
      ...line('44', [220, 100 + index * 12]),
    ]).flat();
    const words = [...table, ...lines(left, [50, 160]), ...lines([...right, ...right], [310, 100])];
    const [first, second] = read(words);
    expect(first).toMatch(/^water 50 44 water 51 44 .* number7$/);
    expect(second).toBe([...right, ...right].join(' '));
  });

  it('keeps the short last line of a paragraph over both columns with it', () => {
    const wide = 'A paragraph that is set over both of the columns of this page and goes on in';
    const words = [...lines([wide, 'a short line.'], [50, 60]), ...lines(left, [50, 110])];
    expect(read([...words, ...lines(right, [310, 110])])[0]).toBe(`${wide} a short line.`);
  });

  it('takes labels of changing length beside texts for a table, not for columns', () => {
    const labels = ['rain water in a barrel', 'river water that is taken below the old weir at noon'];
    const words = Array.from({ length: 10 }, (_, index) => [
      ...line(labels[index % 5 === 0 ? 1 : 0]!, [50, 100 + index * 12]),
      ...line(`is measured by the hour ${'and longer '.repeat(index % 3).trim()}`, [330, 100 + index * 12]),
    ]).flat();
    expect(read(words)).toHaveLength(1);
  });

  it('reads a page of more parts than a call has room for arguments', () => {
    const words = Array.from({ length: 150_000 }, (_, index) =>
      line('dot', [(index % 300) * 40, 12 * Math.floor(index / 300)]),
    ).flat();
    expect(readingOrder(words)).toHaveLength(1);
  });

  it('gives no region for no words', () => {
    expect(readingOrder([])).toEqual([]);
  });
});
