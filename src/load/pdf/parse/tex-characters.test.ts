import { expect, it } from 'vitest';
import { readTexCodes } from './tex-characters.ts';

/** What is read of stretches of a line, each in a font of its own. */
function read(stretches: readonly string[], { guess = 1, nameless = true } = {}): string {
  const texts = stretches.map((text) => [...text]);
  const codes = Int32Array.from(texts.flat(), (character) => character.codePointAt(0)!);
  const guessed = new Uint8Array(codes.length).fill(guess);
  const style = Int32Array.from(texts.flatMap((text, index) => text.map(() => index)));
  const set = { size: 10, bold: false, nameless, turn: 0, baseline: 0, ascent: 1, descent: 0 } as const;
  const boxes = new Float32Array(4 * codes.length);
  readTexCodes({ count: codes.length, codes, boxes, guessed, style, styles: stretches.map(() => set) });
  return String.fromCodePoint(...codes).normalize('NFKC');
}

it('reads ligatures, quotes and dashes of both encodings of TeX', () => {
  expect(read(['coe\x1ecients de\x1cned \x10so\x11 \x15 not \x1dat'])).toBe(
    'coefficients defined “so” – not flat',
  );
  expect(read(['the e\x0bect of a con\rict, rede\x0cned'])).toBe('the effect of a conflict, redefined');
});

it('reads the sign before an item of a list', () => {
  expect(read(['\x88', ' One'])).toBe('• One');
});

it('leaves the Greek letters of formulas, what a font says itself, and other fonts, which have other codes', () => {
  expect(read(['\x0bx', 'and then'])).toBe('\x0bxand then');
  expect(read(['de\x1cned once'], { guess: 0 })).toBe('de\x1cned once');
  expect(read(['de\x1cned once'], { nameless: false })).toBe('de\x1cned once');
});
