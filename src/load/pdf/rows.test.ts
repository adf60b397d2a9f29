import { describe, expect, it } from 'vitest';
import { groupRows, rowText, splitRow } from './rows.ts';
import { line, lines } from './synthetic.testing.ts';

describe('groupRows', () => {
  it('orders rows downwards and words to the right, whatever the order of drawing', () => {
    const words = lines(['one two', 'three four'], [50, 100]).reverse();
    expect(groupRows(words).map(rowText)).toEqual(['one two', 'three four']);
  });

  it('keeps superscripts with their line', () => {
    const words = [
      ...line('income', [50, 100]),
      ...line('1', [80, 96.5], { size: 6 }),
      ...line('next', [50, 112]),
    ];
    expect(groupRows(words).map(rowText)).toEqual(['income 1', 'next']);
  });

  it('keeps lines apart where columns stand on baselines between each other', () => {
    const columns = [50, 150, 250].map((x, column) =>
      lines(['first', 'second', 'third'], [x, 100 + 4 * column]),
    );
    expect(groupRows(columns.flat()).map(rowText)).toEqual([
      'first first first',
      'second second second',
      'third third third',
    ]);
  });

  const beside = lines(['of all readers say', 'that it is better'], [150, 100]);
  const besideText = ['of all readers say', 'that it is better'];

  it('keeps lines of small text apart that stand beside a large number', () => {
    expect(groupRows([...line('42 %', [50, 107], { size: 24 }), ...beside]).map(rowText)).toEqual([
      '42 %',
      ...besideText,
    ]);
    expect(groupRows([...beside, ...line('42 %', [400, 107], { size: 24 })]).map(rowText)).toEqual([
      ...besideText,
      '42 %',
    ]);
  });

  it('puts what is hardly larger than the lines beside it, and a letter that begins them, into the first', () => {
    expect(groupRows([...line('1,234', [50, 105], { size: 13 }), ...beside]).map(rowText)).toEqual([
      '1,234 of all readers say',
      'that it is better',
    ]);
    expect(groupRows([...line('T', [100, 112], { size: 30 }), ...beside]).map(rowText)).toEqual([
      'T of all readers say',
      'that it is better',
    ]);
  });

  it('puts a sign with its caption before the lines beside it', () => {
    const words = [
      ...line('At the time these instructions', [80, 90]),
      ...line('went to print, Congress was', [80, 100]),
      ...line('considering legislation that', [80, 110]),
      ...line('!', [55, 103], { size: 17 }),
      ...line('CAUTION', [44, 109], { size: 5 }),
    ];
    expect(groupRows(words).map(rowText)).toEqual([
      'CAUTION !',
      'At the time these instructions',
      'went to print, Congress was',
      'considering legislation that',
    ]);
  });

  it('keeps the raised and lowered letters of a formula in one row', () => {
    const words = [
      ...line('A B', [50, 100], { size: 12, gap: 30 }),
      ...line('nm nm', [58, 96], { size: 6, gap: 30 }),
      ...line('kl kl', [58, 103], { size: 6, gap: 30 }),
    ];
    expect(groupRows(words)).toHaveLength(1);
  });

  it('reads Hebrew from the right, numbers in it from the left', () => {
    const words = line('עולם 1 234 שלום', [50, 100]);
    expect(groupRows(words).map(rowText)).toEqual(['שלום 1 234 עולם']);
  });

  it('sets no space between joined CJK characters', () => {
    const words = line('年 度 報 告', [50, 100], { gap: 0 }).map((word) => ({ ...word, joined: true }));
    expect(groupRows(words).map(rowText)).toEqual(['年度報告']);
  });
});

describe('splitRow', () => {
  it('cuts at gaps of the given width and wider', () => {
    const [row] = groupRows([...line('total revenues', [50, 100]), ...line('1,234', [200, 100])]);
    expect(splitRow(row!, 16).map(rowText)).toEqual(['total revenues', '1,234']);
  });
});

const sizeOf = (words: Parameters<typeof groupRows>[0]) => groupRows(words)[0]!.size;

it('has the size of its words, whatever the letter before them has', () => {
  const answer = [...line('A:', [30, 100], { size: 16 }), ...line('Apart from the others it is', [50, 100])];
  expect(sizeOf(answer)).toBe(10);
  const heading = [...line('Results', [0, 100], { size: 16 }), ...line('of the year that ended', [70, 100])];
  expect(sizeOf(heading)).toBe(16);
});
