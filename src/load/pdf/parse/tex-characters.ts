import type { Characters } from '../words.ts';

/** Quotes, dashes and ligatures of TeX's encodings: 11 to 15 of OT1, the others of T1. */
const signs = new Map([...'ﬀﬁﬂﬃﬄ“”„«»–—'].map((sign, index) => [index + 11, sign.codePointAt(0)!]));
for (const [index, ligature] of [...'ﬀﬁﬂﬃﬄ'].entries()) signs.set(index + 27, ligature.codePointAt(0)!);
/** Of TS1, which stands alone. */
const bullet = 136;

/** Letters in a row that fonts of formulas hardly show. */
const lettersOfWord = 3;

/**
 * Bitmap fonts of TeX do not say what their characters are, which have the codes of TeX: those of ASCII, and below these ligatures,
 * quotes and dashes in fonts of text, Greek letters in those of formulas. Puts the characters for the codes in stretches of a line that are
 * set in one font and have a word.
 */
export function readTexCodes({ count, codes, guessed, style, styles }: Characters): void {
  for (let start = 0, end = 1; start < count; start = end, end++) {
    while (end < count && style[end] === style[start]) end++;
    if (styles[style[start]!]?.nameless !== true) continue;
    const isText = hasWord(codes.subarray(start, end));
    for (let index = start; index < end; index++) {
      const code = codes[index]!;
      if (guessed[index] !== 1) continue;
      if (isText) codes[index] = signs.get(code) ?? code;
      else if (code === bullet) codes[index] = 0x2022;
    }
  }
}

function hasWord(codes: Int32Array): boolean {
  let letters = 0;
  return codes.some((code) => (letters = code >= 0x61 && code <= 0x7a ? letters + 1 : 0) >= lettersOfWord);
}
