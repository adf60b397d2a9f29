import { describe, expect, it } from 'vitest';
import { cellStarts, isTabular, startsItem } from './cells.ts';
import { groupRows } from '../rows.ts';
import { line } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

/** Ends at x, as numbers in a column do. */
function flushRight(text: string, [x, y]: readonly [number, number]): Word[] {
  const words = line(text, [0, y]);
  const shift = x - words.at(-1)!.x1;
  return words.map((word) => ({ ...word, x0: word.x0 + shift, x1: word.x1 + shift }));
}

function cells(words: readonly Word[]): string[] {
  const rows = groupRows(words);
  const starts = cellStarts(rows);
  return rows.map((row) => row.words.map((word) => `${starts.has(word) ? '| ' : ''}${word.text}`).join(' '));
}

const row = (label: string, numbers: readonly [string, string], y: number): Word[] => [
  ...line(label, [50, y]),
  ...flushRight(numbers[0], [250, y]),
  ...flushRight(numbers[1], [281, y]),
];

const heads = (texts: readonly string[], y: number): Word[] =>
  texts.flatMap((text, index) => line(text, [50 + 60 * index, y]));

describe('cellStarts', () => {
  it('parts a currency sign from a percent sign and from a word, and from no amount', () => {
    expect(cells([...heads(['July', '$', '%'], 100), ...heads(['2023', '$', 'June'], 112)])).toEqual([
      'July | $ | %',
      '2023 | $ | June',
    ]);
    expect(cells(heads(['Cash', '$', '12', '%'], 100))).toEqual(['Cash | $ 12 %']);
  });

  it('begins no cell behind the bullet of an item, but behind a sign that stands for a value', () => {
    const rows = ['\u2022', '\uf076'].flatMap((bullet, index) => [
      ...line('Scope', [50, 100 + 12 * index]),
      ...line(bullet, [150, 100 + 12 * index]),
      ...line('the item', [170, 100 + 12 * index]),
    ]);
    expect(cells(rows)).toEqual(['Scope | \u2022 the item', 'Scope | \uf076 the item']);
    const ratings = [0, 1].flatMap((index) => [
      ...line('Taste', [50, 100 + 12 * index]),
      ...line('\u25cf', [100, 100 + 12 * index]),
      ...line('good', [145, 100 + 12 * index]),
    ]);
    expect(cells(ratings)).toEqual(['Taste | \u25cf | good', 'Taste | \u25cf | good']);
  });

  it('parts numbers that almost touch where the rows around them have a gap', () => {
    const words = [
      ...row('Gross margin, per cent', ['44.5', '43'], 100),
      ...row('Operating profit', ['9,750', '10,00'], 112),
      ...row('Employees at year end', ['612', '58'], 124),
    ];
    expect(cells(words)).toEqual([
      'Gross margin, per cent | 44.5 | 43',
      'Operating profit | 9,750 | 10,00',
      'Employees at year end | 612 | 58',
    ]);
  });

  it('does not part the words of a header or a long label above a gap of other rows', () => {
    const words = [
      ...line('Director', [50, 100]),
      ...flushRight('Meetings attended', [280, 100]),
      ...line('Mara', [50, 112]),
      ...flushRight('9', [280, 112]),
      ...line('Odo', [50, 124]),
      ...flushRight('8', [280, 124]),
    ];
    expect(cells(words)).toEqual(['Director | Meetings attended', 'Mara | 9', 'Odo | 8']);
  });

  it('parts an amount from the currency sign of the next one, far as that is from its own amount', () => {
    const amounts = (label: string, [first, second]: readonly [string, string], y: number): Word[] => [
      ...line(label, [50, y]),
      ...flushRight(first, [250, y]),
      ...flushRight(second, [300, y]),
    ];
    const words = [
      ...line('Cash', [50, 100]),
      ...line('$', [200, 100]),
      ...flushRight('737', [250, 100]),
      ...line('$', [256, 100]),
      ...flushRight('431', [300, 100]),
      ...amounts('Receivables', ['199', '233'], 112),
      ...amounts('Inventories', ['603', '499'], 124),
      ...amounts('Taxes', ['308', '909'], 136),
    ];
    expect(cells(words)[0]).toBe('Cash | $ 737 | $ 431');
  });

  it('does not part a label over a wide gap of other rows', () => {
    const numbers = ['0', '1', '2'].flatMap((number, index) => [
      ...line(number, [50, 112 + 12 * index]),
      ...flushRight('138', [300, 112 + 12 * index]),
    ]);
    const header = [
      ...line('no. of correct answers', [50, 100], { gap: 4 }),
      ...flushRight('Freq.', [300, 100]),
    ];
    expect(cells([...header, ...numbers])[0]).toBe('no. of correct answers | Freq.');
  });

  it('begins a head with `%` close to a word, in tables of amounts', () => {
    const words = [
      ...line('Year ended', [100, 100]),
      ...line('% Change', [250, 100]),
      ...line('1,234', [100, 112]),
      ...line('12.5', [250, 112]),
      ...line('%', [300, 112]),
    ];
    expect(cells(words)).toEqual(['Year ended | % Change', '1,234 | 12.5 %']);
  });

  it('leaves currency signs with their amounts and closing brackets with theirs', () => {
    const words = [
      ...line('Loss', [50, 100]),
      ...line('$', [200, 100]),
      ...line('(36', [225, 100]),
      ...line(')%', [250, 100]),
    ];
    expect(cells(words)).toEqual(['Loss | $ (36 )%']);
  });
});

const rowOf = (text: string, gaps: readonly number[]) => {
  let x = 50;
  const words = text.split(' ').flatMap((word, index) => {
    const set = line(word, [x, 100]);
    x = set[0]!.x1 + (gaps[index] ?? 0);
    return set;
  });
  return groupRows(words)[0]!;
};

describe('isTabular', () => {
  it('tells times set at even distances from a stretched line', () => {
    const times = ['7:12a', '8:12a', '9:12a', '9:42a', '9:59a', '9:59p'];
    expect(
      isTabular(groupRows(line(['San Francisco', ...times].join(' '), [50, 100], { gap: 17 }))[0]!),
    ).toBe(true);
    expect(isTabular(groupRows(line(['Diridon', ...times].join(' '), [50, 100], { gap: 12 }))[0]!)).toBe(
      true,
    );
    const words = 'these considerable words fill one whole line';
    expect(isTabular(groupRows(line(words, [50, 100], { gap: 17 }))[0]!)).toBe(false);
  });

  it('tells a line that is stretched to its margins from cells', () => {
    const sentence = 'prompt relief. But a barrier looms';
    expect(isTabular(rowOf(sentence, [11, 22, 11, 11, 11]))).toBe(false);
    expect(isTabular(rowOf(sentence, [3, 22, 3, 3, 3]))).toBe(true);
    expect(isTabular(rowOf('2019 2020 2021 2022 2023 2024', [18, 18, 18, 18, 18]))).toBe(true);
  });

  it('takes the number of a paragraph in the margin for no cell', () => {
    const numbered = rowOf('¶ 12 The appeal was filed late', [3, 24, 3, 3, 3, 3]);
    expect(startsItem(numbered)).toBe(true);
    expect(isTabular(numbered)).toBe(false);
  });
});
