import type { Block, Line, Word } from 'tesseract.js';
import { describe, expect, it } from 'vitest';
import { ocrWords } from './ocr-words.ts';

const word = (text: string, x0: number, confidence = 90): Word =>
  ({ text, confidence, bbox: { x0, y0: 90, x1: x0 + 40, y1: 100 } }) as Word;

const line = (words: Word[], { rowHeight = 18.4, slope = 0 } = {}): Line =>
  ({
    words,
    bbox: { x0: 0, y0: 85, x1: 200, y1: 105 },
    baseline: { x0: 0, y0: 100, x1: 200, y1: 100 + slope },
    rowAttributes: { rowHeight, ascenders: 5, descenders: 4 },
  }) as Line;

const wordsOf = (...lines: Line[]) => ocrWords([{ paragraphs: [{ lines }] } as Block]);

describe('ocrWords', () => {
  it('makes boxes as high as the font, around the baseline', () => {
    const [read] = wordsOf(line([word('sand', 10)]));
    expect(read).toMatchObject({ text: 'sand', confidence: 0.9, x0: 10, x1: 50, baseline: 100 });
    expect(read!.size).toBeCloseTo(20);
    expect(read!.y0).toBeCloseTo(82.4);
    expect(read!.y1).toBeCloseTo(104.4);
  });

  it('gives the words of a sloping line one baseline, and boxes that follow it', () => {
    const [first, last] = wordsOf(line([word('left', 0), word('right', 160)], { slope: 10 }));
    expect(first!.baseline).toBe(last!.baseline);
    expect(last!.y0 - first!.y0).toBeCloseTo(8);
  });

  it('takes lines of about the usual size for lines of that size', () => {
    const sizes = wordsOf(
      line([word('one', 0)]),
      line([word('two', 0)], { rowHeight: 21 }),
      line([word('three', 0)], { rowHeight: 36.8 }),
      line([word('four', 0)], { rowHeight: 18 }),
      line([word('five', 0)]),
    ).map(({ size }) => Math.round(size));
    expect(sizes).toEqual([20, 20, 40, 20, 20]);
  });

  it('leaves out specks: words that are hardly read, and signs that are not surely read', () => {
    const read = wordsOf(
      line([word('fern', 0, 31), word('fe', 50, 29), word('|', 100, 79), word('–', 150, 81)]),
    );
    expect(read.map(({ text }) => text)).toEqual(['fern', '–']);
  });
});
