import { describe, expect, it } from 'vitest';
import { contentsEntry, contentsSpans } from './contents.ts';

const listed = (text: string) => contentsSpans(text).map(({ start, end }) => text.slice(start, end));
const body = (titles: readonly string[]) =>
  titles.map((title) => `${title}\nText of this part.`).join('\n\n');
const titles = ['Vorwort', 'Die Flüsse', 'Die Seen', 'Das Meer', 'Anhang'];

describe('contentsSpans', () => {
  it('finds titles with ascending pages that stand again further down, in any language', () => {
    const list = titles.map((title, index) => `${title} ${['iv', 1, 7, 7, 30][index]}`).join('\n');
    expect(listed(`Inhalt\n\n${list}\n\n${body(titles)}`)).toEqual([list]);
    const chinese = ['前言 1', '河流与湖泊 5', '海洋 12', '附录 30'].join('\n');
    expect(listed(`目录\n${chinese}\n\n${body(['前言', '河流与湖泊', '海洋', '附录'])}`)).toEqual([chinese]);
  });

  it('finds pages between dashes', () => {
    const list = titles.map((title, index) => `${title} - ${3 + 2 * index} -`).join('\n');
    expect(listed(`Inhalt\n\n${list}\n\n${body(titles)}`)).toEqual([list]);
  });

  it('finds leader dots, wherever the titles stand', () => {
    const list = 'Rivers . . . . . . 3\nPART TWO\nLakes ........ 9\nSeas…… 12\nIndex ______ 40';
    expect(listed(`Before.\n\n${list}\n\nAfter.`)).toEqual([list]);
  });

  it('leaves out a year above the list and a number below it', () => {
    const list = titles.map((title, index) => `${title} ${index + 1}`).join('\n');
    expect(listed(`Report of 2024\n${list}\nPART I\nRevenue of 2023\n\n${body(titles)}`)).toEqual([list]);
  });

  it.each([
    ['rows of amounts', 'Sales 5 7\nCosts 6 8\nGains 7 9\nTaxes 8 10', ['Sales', 'Costs', 'Gains', 'Taxes']],
    [
      'rows of a table',
      '| Sales | 5 |\n| Costs | 6 |\n| Gains | 7 |\n| Taxes | 8 |',
      ['Sales', 'Costs', 'Gains', 'Taxes'],
    ],
    ['pages that do not go up', 'Sales 9\nCosts 4\nGains 7\nTaxes 2', ['Sales', 'Costs', 'Gains', 'Taxes']],
    [
      'a list whose titles stand nowhere else',
      'Grade one 10\nGrade two 20\nGrade three 30\nGrade four 40',
      [],
    ],
    ['numbered things of one name', 'Rule 1\nRule 2\nRule 3\nRule 4\nRule 5', ['Rule']],
    ['prose', 'It grew in 2021.\nIt fell in 2022.\nIt rose in 2023.\nIt fell in 2024.', ['It']],
  ])('leaves %s alone', (_, text, parts) => {
    expect(listed(`${text}\n\n${body(parts)}`)).toEqual([]);
  });

  it('takes time in proportion to the text', () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `Part ${index % 9000}\n`).join('');
    const started = performance.now();
    contentsSpans(text);
    contentsSpans('. '.repeat(500_000));
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

describe('contentsEntry', () => {
  it('tells title, page and leader', () => {
    expect(contentsEntry('1.2 The Rivers ..... F-3')).toEqual({
      title: '12therivers',
      page: 'F-3',
      hasLeader: true,
    });
    expect(contentsEntry('PART I')).toBeUndefined();
    expect(contentsEntry('12')).toBeUndefined();
  });
});
