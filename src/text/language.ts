import { readFileSync } from 'node:fs';
import { once } from '../util/async/once.ts';
import { fileOfPackage } from '../util/files/package-folder.ts';
import { LanguageTable } from './language-table.ts';

const sampleChars = 4000;
/** Of the different words, in UTF-16 code units: more of them did not tell a language better, of 25 tried. */
const mostRead = 200;
/** Fewer do not tell reliably; ideographs and syllables say more than letters. */
const minLetters = 40;
const minIdeographs = 10;
const enoughLetters = new RegExp(String.raw`(?:\p{L}\P{L}*){${minLetters}}`, 'u');
const ideographs = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`;
const ideograph = new RegExp(ideographs, 'u');
const enoughIdeographs = new RegExp(`(?:${ideographs}\\P{L}*){${minIdeographs}}`, 'u');
const word = /[\p{L}\p{M}\p{N}'’]+/gu;

const openTable = once(() => new LanguageTable(readFileSync(fileOfPackage('assets/languages/ngrams.bin'))));

/** Parts of a long text that are asked. */
const parts = 8;

/**
 * The language that most of a text is written in as ISO 639-1: of a long one from the middle of each of its parts, where more of these are in it
 * than in another, else from its middle. Undefined when it has too few different words or the detection is not sure.
 */
export function detectLanguage(text: string): string | undefined {
  const count = text.length <= sampleChars ? 0 : parts;
  const counts = new Map<string, number>();
  for (let part = 0; part < count; part++) {
    const language = languageIn(text.slice((part * text.length) / count, ((part + 1) * text.length) / count));
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? languageIn(text) : first[0];
}

function languageIn(text: string): string | undefined {
  const sample = differentWords(middle(text).replace(/https?:\/\/\S+/g, ' '));
  if (!enoughLetters.test(sample) && !enoughIdeographs.test(sample)) return undefined;
  return openTable().detect(sample);
}

/** Each word once, without codes: a table that repeats a few of them looks like any language. */
function differentWords(text: string): string {
  const words = new Set<string>();
  let length = 0;
  for (const [one] of text.matchAll(word)) {
    if (words.has(one) || (/\p{N}/u.test(one) && !ideograph.test(one))) continue;
    words.add(one);
    length += one.length + 1;
    if (length > mostRead) break;
  }
  return [...words].join(' ');
}

/** The middle is past title pages and contents, and before references. */
function middle(text: string): string {
  if (text.length <= sampleChars) return text;
  const start = Math.floor((text.length - sampleChars) / 2);
  return text.slice(start, start + sampleChars);
}
