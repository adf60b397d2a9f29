import { describe, expect, it } from 'vitest';
import { itemsToWords, type TextItem } from './items.ts';

const page = { width: 600, height: 800 };
const setting = { transform: [1, 0, 0, -1, 0, 800], styles: { f: { ascent: 0.7, descent: -0.2 } }, page };
const item = (str: string, x: number, width: number, hasEOL = false): TextItem => ({
  str,
  transform: [10, 0, 0, 10, x, 700],
  width,
  height: 10,
  fontName: 'f',
  hasEOL,
});

describe('itemsToWords', () => {
  it('shares the width of an item out among its words by length', () => {
    expect(itemsToWords([item('ab cde', 50, 60)], setting)).toMatchObject([
      { text: 'ab', x0: 50, x1: 70, y0: 93, y1: 102, baseline: 100, size: 10 },
      { text: 'cde', x0: 80, x1: 110 },
    ]);
  });

  it('joins items that touch within a word, and parts them at line ends', () => {
    const words = itemsToWords(
      [item('inc', 50, 15), item('ome', 65, 15, true), item('next', 50, 20)],
      setting,
    );
    expect(words.map((word) => word.text)).toEqual(['income', 'next']);
  });

  it('makes each CJK character a word', () => {
    const words = itemsToWords([item('年度 A', 50, 40)], setting);
    expect(words.map(({ text, joined }) => [text, joined])).toEqual([
      ['年', false],
      ['度', true],
      ['A', false],
    ]);
  });

  it('writes numbers that are set smaller and higher with raised digits', () => {
    const mark = { ...item('2', 65, 3), transform: [6, 0, 0, 6, 65, 702] };
    expect(itemsToWords([item('85.', 50, 15), mark], setting).map(({ text }) => text)).toEqual(['85.²']);
  });
});
