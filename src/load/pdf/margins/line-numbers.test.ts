import { describe, expect, it } from 'vitest';
import { line, textsOf } from '../synthetic.testing.ts';
import { fromTop } from '../rows.ts';
import type { Word } from '../words.ts';
import { findLineNumbers } from './line-numbers.ts';

const size = { width: 612, height: 792 };
const prose = [
  'The parties agree that each notice is given to all of them,',
  'and that it is given in writing, with its date, and received',
  'by each of them at the place that this contract names, as is',
  'usual between them. Nothing else is a notice in its meaning.',
];

/** Lines beside numbers that end at x = 60. */
function page(
  texts: readonly (string | undefined)[],
  {
    step = 1,
    x = 60,
    before = 0,
  }: { readonly step?: number; readonly x?: number; readonly before?: number } = {},
): Word[] {
  const words = texts.flatMap((text, index) => {
    const baseline = 80 + 24 * index;
    const number = String(before + index + 1);
    const isNumbered = (index + 1) % step === 0;
    return [
      ...(isNumbered ? line(number, [x - number.length * 5, baseline]) : []),
      ...(text === undefined ? [] : line(text, [80, baseline])),
    ];
  });
  return [...fromTop(words)];
}

const found = (...pages: readonly Word[][]) =>
  findLineNumbers(pages.map((words) => ({ size, words }))).map((numbers) => textsOf([...numbers]));

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1).join(' ');

const written = (count: number) => Array.from({ length: count }, (_, index) => prose[index % prose.length]!);

const between = (): Word[] => [
  ...fromTop([
    ...page(written(30), { step: 5 }),
    ...written(30).flatMap((text, index) => line(text, [-290, 80 + 24 * index])),
  ]),
];

describe('findLineNumbers', () => {
  it('finds them where they count on from page to page, but not those of a program within text', () => {
    const pages = [page(written(25)), page(written(25), { before: 25 }), page(written(4), { before: 50 })];
    expect(found(...pages).join(' ')).toBe(numbersTo(54));
    const above = written(50).flatMap((text, index) => line(text, [80, -1200 + 24 * index]));
    expect(found(...pages.map((words) => [...fromTop([...words, ...above])])).join('')).toBe('');
  });

  it('finds them where they count from the first line of each page, also of a short last one', () => {
    expect(found(page(written(25)), page(written(25)), page(written(4)))).toEqual([
      numbersTo(25),
      numbersTo(25),
      numbersTo(4),
    ]);
  });

  it('finds them on a single page where they number empty lines too', () => {
    expect(found(page([undefined, undefined, ...written(20)]))).toEqual([numbersTo(22)]);
    expect(found(page(written(22)))).toEqual(['']);
  });

  it('finds those of every fifth line, between columns too', () => {
    expect(found(between(), between())).toEqual(['5 10 15 20 25 30', '5 10 15 20 25 30']);
  });

  it('leaves the numbers of lists, of rows of tables and of a page in its text', () => {
    const names = Array.from({ length: 20 }, (_, index) => `company ${index} of the list`);
    expect(found(page(names), page(names))).toEqual(['', '']);
    const items = ['housing of the pump', 'seal', 'cable with its two plugs', 'screw'];
    const parts = Array.from({ length: 20 }, (_, index) => items[index % 4]!);
    expect(found(page([undefined, undefined, ...parts]), page(parts))).toEqual(['', '']);
    const exhibit = line('1', [55, 300]).concat(line('2', [55, 324]), line('3', [55, 348]));
    expect(found(page(written(25)), page(written(25)), exhibit)[2]).toBe('');
    const rows = names.map((name, index) => [
      ...line(`${index + 1}`, [50, 80 + 24 * index]),
      ...line(name, [80, 80 + 24 * index]),
      ...line('net sales', [300, 80 + 24 * index]),
    ]);
    expect(found(rows.flat(), rows.flat())).toEqual(['', '']);
    const inText = written(25).map((text, index) => `${index + 1} ${text}`);
    const unlike = inText.flatMap((text, index) => line(text, [80 + 7 * (index % 5), 80 + 24 * index]));
    expect(found(unlike, unlike)).toEqual(['', '']);
  });
});
