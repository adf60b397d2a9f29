import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasGarbledText, isGarbled } from './garbled.ts';
import { lineHyphen } from '../words.ts';

const english = 'The net income of the year rose by 12 % to 4,310 million, as the cost of goods fell.\n';
const polish = 'Dokumentacja: żółw, Książę, sprzedaż, wartość netto, zapłacono, termin płatności';
const shifted = '3HQČåQtSURVWĜHGN\\QD~þWHFK';

/** As where a font's codes lie 29 below those of its letters. */
const shift = (text: string) =>
  text.replace(/\w/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! - 29));

const characters = (codes: readonly number[], guessed: readonly number[]) => ({
  count: codes.length,
  codes: Int32Array.from(codes),
  guessed: Uint8Array.from(guessed),
  boxes: new Float32Array(codes.length * 4),
  style: new Int32Array(codes.length),
  styles: [],
});

describe('isGarbled', () => {
  it.each([
    ['ordinary text', english],
    ['bullets of a symbol font', '\uf0b7 one \uf0b7 two \uf0a7 three'],
    ['Arabic, Chinese and Hebrew', 'مرحبا 世界 שלום'],
    ['figures', '1,234 (56) 78.9 %'],
    ['nothing', ''],
  ])('believes %s', (_, text) => {
    expect(isGarbled(text)).toBe(false);
  });

  it('believes guessed characters that read like words', () => {
    expect(isGarbled(polish, polish)).toBe(false);
  });

  it('does not believe guessed characters that read like none', () => {
    expect(isGarbled(shifted, shifted)).toBe(true);
    expect(isGarbled('묾푷 차세대', '묾푷')).toBe(true);
  });

  it.each([
    ['controls', '\u0002\u0003\u0004\u0005\u0003'],
    ['private use', '\ue001\ue002\ue003'],
    ['replacement characters', '\ufffd\ufffd\ufffd'],
  ])('notices a tenth of %s, and not less', (_, lost) => {
    expect(isGarbled(`${english}${lost.repeat(3)}`)).toBe(true);
    expect(isGarbled(`${english.repeat(9)}${lost}`)).toBe(false);
  });

  it('notices a page of letters without vowels though the font claims to know them', () => {
    expect(isGarbled(shift(english.repeat(6)))).toBe(true);
    expect(isGarbled(english.repeat(6))).toBe(false);
  });

  it('ends in an answer whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, guessed) => {
        expect(typeof isGarbled(text, guessed)).toBe('boolean');
      }),
    );
  });
});

describe('hasGarbledText', () => {
  it('takes hyphens at the ends of lines for what they are', () => {
    expect(hasGarbledText(characters([0x61, lineHyphen, 0x62], [0, 0, 0]))).toBe(false);
  });

  it('counts codes outside of Unicode as lost', () => {
    expect(hasGarbledText(characters([0x61, 0x7fffffff], [0, 1]))).toBe(true);
  });

  it('leaves out what stands behind the last character', () => {
    const page = characters([0x61, 1], [0, 1]);
    expect(hasGarbledText({ ...page, count: 1 })).toBe(false);
  });
});
