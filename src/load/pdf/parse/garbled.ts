import { lineHyphen, type Characters } from '../words.ts';

/** Share of a page's visible characters that must be lost. */
const minLost = 0.1;
/** Vowels make 35 to 50 % of the letters of a text in Latin script, and a seventh where all letters are shifted. */
const minVowels = 0.2;
/** Where the font claims to know its characters, so many letters are needed for a doubt. */
const pageOfLetters = 200;

const visible = /[^\s\p{Cf}]/gu;
/** Controls but white space, code points for private use or without a meaning, and the replacement character. */
const lost = /(?!\s)[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu;
/** Bullets, arrows and ticks of Symbol and Wingdings: they are no words anyway. */
const symbols = /[\uf020-\uf0ff]/g;
const latinLetters = /\p{Script=Latin}/gu;
/** 1 at the codes of the small ones. */
const asciiVowels = Uint8Array.from({ length: 0x80 }, (_, code) =>
  'aeiouy'.includes(String.fromCharCode(code)) ? 1 : 0,
);
const blanks = new Set([9, 10, 13]);
const vowels = /[aeiouyæœøıə]/giu;

/** Whether the text of a page is not what the page shows: its fonts do not say which characters their glyphs are. */
export function hasGarbledText(characters: Characters): boolean {
  if (isBeyondDoubt(characters)) return false;
  const { count, codes, guessed } = characters;
  let all = '';
  let unsure = '';
  for (let index = 0; index < count; index++) {
    const code = codes[index] ?? 0;
    if (code === lineHyphen) continue;
    const character = code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    all += character;
    if (guessed[index] === 1) unsure += character;
  }
  return isGarbled(all, unsure);
}

/** The quick answer for most pages: nothing lost, nothing guessed, and vowels among the letters of ASCII. */
function isBeyondDoubt({ count, codes, guessed }: Characters): boolean {
  let [letters, vowelsFound] = [0, 0];
  for (let index = 0; index < count; index++) {
    const code = codes[index] ?? 0;
    if (guessed[index] === 1 || code >= 0xd800) return false;
    const letter = code | 0x20; // in lower case
    if (letter >= 0x61 && letter <= 0x7a) {
      letters++;
      vowelsFound += asciiVowels[letter]!;
    } else if (code < 0x20 && code !== lineHyphen && !blanks.has(code)) return false;
  }
  return vowelsFound >= minVowels * letters;
}

/**
 * A tenth of the visible characters cannot be text, or were guessed and do not read like words; or there is a whole page
 * of Latin letters next to without vowels.
 *
 * @param text of a page, as its fonts say.
 * @param guessed the characters among them of which the fonts say nothing, so that the parser gives their codes.
 */
export function isGarbled(text: string, guessed = ''): boolean {
  const all = text.replace(symbols, '');
  const unsure = guessed.replace(symbols, '');
  const believed = vowelShare(unsure) >= minVowels;
  const bad = countOf(all, lost) + (believed ? 0 : countOf(unsure, visible) - countOf(unsure, lost));
  if (bad > 0 && bad >= minLost * countOf(all, visible)) return true;
  return countOf(all, latinLetters) >= pageOfLetters && vowelShare(all) < minVowels;
}

/** Vowels among the Latin letters; 0 without letters. */
function vowelShare(text: string): number {
  const letters = countOf(text, latinLetters);
  return letters === 0 ? 0 : countOf(text.normalize('NFD'), vowels) / letters;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
