import { expect, it } from 'vitest';
import { charactersToWords, type CharacterStyle } from '../words.ts';
import { isSlanted } from './slanted.ts';

const page = { width: 600, height: 800 };
const body: CharacterStyle = { size: 10, bold: false, turn: 0, baseline: 100, ascent: 0.7, descent: 0.2 };

/** Words of texts that follow one another in a line, each in its style. */
function words(...parts: readonly (readonly [string, CharacterStyle])[]): string[] {
  const text = parts.map(([part]) => part).join('');
  const boxes = Array.from(text, (_, index) => [5 * index, 92, 5 * index + 5, 103]);
  const characters = {
    count: text.length,
    codes: Int32Array.from(text, (character) => character.codePointAt(0)!),
    boxes: Float32Array.from(boxes.flat()),
    guessed: new Uint8Array(text.length),
    style: Int32Array.from(parts.flatMap(([part], index) => Array.from(part, () => index))),
    styles: parts.map(([, style]) => style),
  };
  return charactersToWords(characters, page).map((word) => word.text);
}

it('leaves out what is set slanted and much larger than the text of the page', () => {
  const draft = { ...body, size: 60, slanted: true };
  expect(words(['the year', body], ['DRAFT', draft], ['was good', body])).toEqual([
    'the',
    'year',
    'was',
    'good',
  ]);
  expect(words(['DRAFT', draft])).toEqual(['DRAFT']);
  expect(words(['sales of ', body], ['January', { ...body, slanted: true }])).toEqual([
    'sales',
    'of',
    'January',
  ]);
  expect(words(['the year', body], [' TITLE', { ...body, size: 60 }])).toEqual(['the', 'year', 'TITLE']);
});

it('takes no quarter turn and no scan that is askew for slanted', () => {
  expect([isSlanted(1, 0), isSlanted(0, -1), isSlanted(-1, 0.05), isSlanted(0.1, 1)]).toEqual(
    Array.from({ length: 4 }, () => false),
  );
  expect([isSlanted(1, -1), isSlanted(-3, 4), isSlanted(1, 0.2)]).toEqual([true, true, true]);
});
