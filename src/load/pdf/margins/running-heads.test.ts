import { describe, expect, it } from 'vitest';
import { findRunningHeads, type PageWords } from './running-heads.ts';
import { line, lines, textsOf } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const size = { width: 600, height: 800 };
const page = (...words: Word[][]): PageWords => ({ size, words: words.flat() });
const body = (index: number): Word[] =>
  lines([`body ${'abcdefgh'[index]} begins`, 'and goes on', `until ${'abcdefgh'[index]}`], [50, 110]);

const retired = (text: string, y: number): Word[] => [
  ...line(text, [50, y]),
  ...line('Retired teacher', [400, y]),
];

function found(pages: readonly PageWords[]): string[] {
  return findRunningHeads(pages).words.map((words) => textsOf([...words]));
}

const belowHeads = (row: Word[]) =>
  [0, 1, 2, 3].map((index) => page(line(`Cite as: 12 U. S. ${index}`, [50, 90]), row, body(index)));

describe('findRunningHeads', () => {
  it('takes headers and footers whose text repeats but for digits', () => {
    const pages = [0, 1, 2].map((index) =>
      page(line('Annual Report', [50, 40]), body(index), line(`Page ${index + 1} of 3 printed`, [50, 770])),
    );
    expect(found(pages)).toEqual([0, 1, 2].map((index) => `Annual Report Page ${index + 1} of 3 printed`));
  });

  it('takes the head of a sheet that is several rows high, down to the number of the page or a date', () => {
    const rows = ['Harbour Lines', 'Data sheet', 'as of the directive', 'Scented candle', 'Orange Sky'];
    const pagesOf = (last: (index: number) => string) =>
      [0, 1, 2, 3].map((index) =>
        page(
          lines(rows, [50, 40]),
          line(last(index), [50, 106]),
          body(index).map((word) => ({ ...word, baseline: word.baseline + 40 })),
        ),
      );
    const numbers = [1, 2, 3, 4].map((number) => `Number: RC-049 page ${number} of 4`);
    expect(found(pagesOf((index) => numbers[index]!))).toEqual(
      numbers.map((number) => [...rows, number].join(' ')),
    );
    expect(found(pagesOf((index) => `Part ${'abcd'[index]}`))).toEqual(
      rows.map(() => rows.join(' ')).slice(1),
    );
  });

  it('leaves the title that the headers of the other pages repeat', () => {
    const sizes = [14, 10, 10, 10];
    const pages = sizes.map((height, index) =>
      page(line('On Tides', [50, index === 0 ? 90 : 40], { size: height }), body(index)),
    );
    expect(found(pages)).toEqual(['', 'On Tides', 'On Tides', 'On Tides']);
  });

  it('takes a header of two pages at any height where its number is counted through', () => {
    const heads = ['541', '542 R. HILL', 'ON RATS 543', '544 R. HILL', 'ON RATS 545'];
    const pages = heads.map((head, index) => page(line(head, [50, 30 + 12 * (index % 4)]), body(index)));
    expect(found(pages)).toEqual(heads);
    const totals = ['Rivers', 'Lakes', 'Total 543', 'Seas', 'Total 601'];
    expect(
      found(totals.map((head, index) => page(line(head, [50, 30 + 12 * (index % 4)]), body(index)))),
    ).toEqual(totals.map(() => ''));
  });

  it('takes headers of which chapter and section change, and no first lines of the text', () => {
    const heads = ['Of rivers', 'Of rivers', 'Of harbours', 'Of harbours', 'Of currents'].map(
      (chapter, index) => [
        ...line(`${index}. ${chapter}`, [50, 40]),
        ...line(`Section ${'abcde'[index]} of it`, [400, 40]),
      ],
    );
    // The first lines of a chapter stand elsewhere.
    const first = page(body(6), body(7));
    const pagesOf = (gap: number) =>
      heads.map((head, index) =>
        page(head, lines([`goes ${'abcde'[index]!}`, `with ${'abcde'[index]!}`], [50, 40 + gap])),
      );
    expect(found([first, ...pagesOf(40)])).toEqual(['', ...heads.map((head) => textsOf(head))]);
    expect(found([first, ...pagesOf(12)])).toEqual(['', ...heads.map(() => '')]);
  });

  it('leaves names by themselves at the top of what is about them', () => {
    const names = ['Ada Mole', 'Ada Mole', 'Bo Quay', 'Bo Quay', 'Cy Pier'];
    const pages = names.map((name, index) =>
      page(
        line(`Patient: ${name}`, [50, 40]),
        lines([`goes ${'abcde'[index]!}`, `with ${'abcde'[index]!}`], [50, 80]),
      ),
    );
    expect(found(pages)).toEqual(names.map(() => ''));
  });

  it('takes headers of sections of one page beside the number of the page, and no headings that count pages', () => {
    const heads = ['1.1. TIDES 37', '1.2. CURRENTS 38', '2.1. WIND 39', '2.2. ICE 40', '3.1. SNOW 41'];
    const pagesOf = (options: object) =>
      heads.map((head, index) => page(line(head, [50, 40], options), body(index)));
    expect(found(pagesOf({}))).toEqual(heads);
    expect(found(pagesOf({ size: 14 }))).toEqual(heads.map(() => ''));
    expect(found(pagesOf({ bold: true }))).toEqual(heads.map(() => ''));
  });

  it('takes headers that alternate between left and right pages', () => {
    const pages = [0, 1, 2, 3, 4, 5].map((index) =>
      page(line(index % 2 ? 'Odd side' : 'Even side', [50, 40]), body(index)),
    );
    expect(found(pages)[3]).toBe('Odd side');
  });

  it('takes headers of which one part repeats and the other names the chapter', () => {
    const chapters = ['Outlook', 'Governance', 'Strategy', 'Prices'];
    const pages = chapters.map((chapter, index) =>
      page(line('Annual Report', [50, 40]), line(chapter, [400, 40]), body(index)),
    );
    expect(found(pages)).toEqual(chapters.map((chapter) => `Annual Report ${chapter}`));
  });

  it('takes footers of which the page number is counted through and the rest names the chapter', () => {
    const chapters = ['Outlook and aims', 'Governance', 'Strategy', 'Prices'];
    const pages = chapters.map((chapter, index) =>
      page(body(index), line(`${chapter} ${index + 7}`, [400, 770])),
    );
    expect(found(pages)).toEqual(chapters.map((chapter, index) => `${chapter} ${index + 7}`));
    const unlike = chapters.map((chapter, index) =>
      page(body(index), line(`${chapter} ${3 ** index}`, [400, 770])),
    );
    expect(found(unlike)).toEqual(['', '', '', '']);
  });

  it('takes a row below a header that repeats with it, also below the margin, but for the header of a table', () => {
    const opinion = belowHeads(line('Opinion of the Court', [250, 99]));
    expect(found(opinion)[3]).toBe('Cite as: 12 U. S. 3 Opinion of the Court');
    const header = belowHeads([...line('Name of the bank', [50, 99]), ...line('Total assets', [300, 99])]);
    expect(found(header)[3]).toBe('Cite as: 12 U. S. 3');
  });

  it('leaves the first row of a table that goes on over pages, though one cell repeats', () => {
    const pages = ['Ada', 'Bo', 'Cy'].map((name, index) => {
      return page(retired(`${name} of Mill Road`, 60), retired(`${name} of the Mole`, 76), body(index));
    });
    expect(found(pages)).toEqual(['', '', '']);
  });

  it('takes page numbers that are counted through, also where the page ends early, and reports them', () => {
    const pages = [0, 1, 2].map((index) =>
      page(body(index), line(String(index + 5), [300, 400 + index * 90])),
    );
    expect(findRunningHeads(pages).printed).toEqual(['5', '6', '7']);
    expect(found(pages)).toEqual(['5', '6', '7']);
  });

  it('reports roman numerals, and numbers beside other words', () => {
    const roman = ['i', 'ii', 'iii'].map((label, index) => page(body(index), line(label, [300, 770])));
    expect(findRunningHeads(roman).printed).toEqual(['i', 'ii', 'iii']);
    const beside = [0, 1, 2].map((index) =>
      page(body(index), line(`Form 10-K 2021 ${index + 7}`, [50, 770])),
    );
    expect(findRunningHeads(beside).printed).toEqual(['7', '8', '9']);
  });

  it('leaves a number that is not counted through', () => {
    const pages = [2019, 7, 1].map((number, index) => page(line(String(number), [50, 40]), body(index)));
    expect(found(pages)).toEqual(['', '', '']);
  });

  it('leaves what stands on two pages only, and the first line below a header', () => {
    const pages = [0, 1, 2].map((index) =>
      page(line('Header', [50, 40]), line(index < 2 ? 'Same start' : 'Other start', [50, 60]), body(index)),
    );
    expect(found(pages)).toEqual(['Header', 'Header', 'Header']);
  });
});
