import { segmentSpans } from '../graphemes-and-words.ts';

/** A stretch of a word: an ordinary word, or a term of a script written without spaces. */
export interface ScriptPart {
  readonly text: string;
  readonly isWord: boolean;
}

const cjk = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}`;
const southEastAsian = String.raw`\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}`;

const anySegmented = new RegExp(`[${cjk}${southEastAsian}]`, 'u');
const runs = new RegExp(`([${cjk}]+)|([${southEastAsian}]+)|[^${cjk}${southEastAsian}]+`, 'gu');

/** Whether some character belongs to a script that is written without spaces between words. */
export function isSegmented(text: string): boolean {
  return anySegmented.test(text);
}

/**
 * Takes a run of letters and digits apart: Chinese, Japanese and Korean become overlapping pairs of characters
 * (one alone stays alone), Thai, Lao, Khmer and Burmese become dictionary words, the rest comes whole.
 */
export function* segmentTerms(run: string): Generator<ScriptPart> {
  for (const [text, pairs, words] of run.matchAll(runs)) {
    if (pairs !== undefined) yield* characterPairs(pairs);
    else if (words !== undefined) yield* dictionaryWords(words);
    else yield { text, isWord: true };
  }
}

function* characterPairs(text: string): Generator<ScriptPart> {
  let previous = '';
  let count = 0;
  for (const character of text) {
    if (count > 0) yield { text: previous + character, isWord: false };
    previous = character;
    count++;
  }
  if (count === 1) yield { text, isWord: false };
}

function* dictionaryWords(text: string): Generator<ScriptPart> {
  for (const { start, end } of segmentSpans(text, 'word'))
    yield { text: text.slice(start, end), isWord: false };
}
