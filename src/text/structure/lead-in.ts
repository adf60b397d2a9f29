import type { Block } from '../../types.ts';
import { phrasePattern } from '../words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../words/words-of.ts';
import { codeIn, splitUnits } from './quotable-units.ts';

/** Characters before a quote in which what it is to be read with stands. */
const farthest = 3000;
/** Characters behind its beginning that tell what it is. */
export const ahead = 700;

export interface LeadInOptions {
  /** Where its section begins: nothing is looked for before. */
  readonly from?: number;
  /** ISO 639-1. */
  readonly language?: string | undefined;
  /** Headings over it, and the title of its document. */
  readonly headings?: readonly string[];
  /** Of the text: its listings lead in to nothing. */
  readonly blocks?: readonly Block[] | undefined;
}

/**
 * What the words at an offset are not to be read without, as it stands before them: the statement that leads in to their list
 * (`The supplier may end it where:`), or the sentence before one that points back (`This segment has 52 plants.`). None for
 * words that stand alone, rows of tables and words within a sentence.
 */
export function leadInOver(
  text: string,
  offset: number,
  { from = 0, language = 'en', headings = [], blocks }: LeadInOptions = {},
): string | undefined {
  const start = paragraphFrom(text, Math.max(from, offset - farthest));
  const end = offset + ahead;
  const around = text.slice(start, end);
  const code = blocks && codeIn(blocks, { text: around, charStart: start, charEnd: end });
  const units = splitUnits(around, { language, headings, code });
  const at = units.findIndex((unit) => unit.end > offset - start);
  const unit = units[at];
  if (unit === undefined || unit.kind === 'tableRow') return undefined;
  if (unit.leadIn !== undefined) return unit.leadIn;
  const before = units[at - 1];
  const isWhole = unit.kind === 'sentence' && unit.start >= offset - start;
  const isSaid = before?.kind === 'sentence' && isWhole && pointsBack(unit.text, language, headings);
  return isSaid ? before.text : undefined;
}

/** Whether a passage has a line that may lead in to a list, or the first of a numbered one. */
export const mayHaveList = (passage: string): boolean => /[:：–—]\n|^[^\S\n]*1[.)]\s/mu.test(passage);

/** The statement that leads in to a list of which the next words behind an offset are an item. */
export function leadInBehind(text: string, offset: number, options: LeadInOptions = {}): string | undefined {
  const next = offset + text.slice(offset, offset + ahead).search(/\S/);
  return next < offset ? undefined : leadInOver(text, next, options);
}

/** The beginning of the first line that begins there or behind. */
function paragraphFrom(text: string, offset: number): number {
  if (offset === 0 || text[offset - 1] === '\n') return offset;
  return text.indexOf('\n', offset) + 1 || offset;
}

const opening = /^[^\p{L}]*/u;
const nextWord = /^\s+([\p{L}\p{M}]+)/u;

/** Words of the case that a sentence begins with, at most. */
const mostOfCase = 6;
/** Characters that tell whether a sentence limits the one before it. */
const reach = 40;

/** Whether a sentence says of another case what the one before it says: `For drivers it is one month.` */
export function saysOfOtherCase(sentence: string, language: string): boolean {
  const { prepositions, pointing } = wordsOf(language);
  const words = sentence.replace(opening, '');
  const [found] = words.matchAll(phrasePattern(...prepositions));
  if (found?.index !== 0) return false;
  const [head = ''] = new RegExp(`^(?:\\S{1,40}\\s+){1,${mostOfCase}}\\S{1,40}`, 'u').exec(words) ?? [];
  const behind = head.slice(found[0].length);
  const at = behind.search(phrasePattern(pointing));
  if (at < 0) return false;
  // `Under this lease …` and `On the end of this lease …` speak of the lease.
  const before = head.slice(0, found[0].length + at).trimEnd();
  return Array.from(before.matchAll(phrasePattern(...prepositions))).every(
    ({ 0: word, index }) => index + word.length < before.length,
  );
}

/** Whether a sentence takes something out of what the one before it says: `This does not apply to minors.` */
export function limitsBefore(sentence: string, language: string, headings: readonly string[]): boolean {
  const { limiting, conditions } = wordsOf(language);
  if (sentence.slice(0, reach).search(phrasePattern(limiting)) >= 0) return true;
  return (
    sentence.search(phrasePattern(limiting, conditions)) >= 0 && pointsBack(sentence, language, headings)
  );
}

/** Whether a sentence begins with a word for what was said before; `this agreement` within an agreement is none. */
export function pointsBack(sentence: string, language: string, headings: readonly string[]): boolean {
  const words = sentence.replace(opening, '');
  const [found] = words.matchAll(phrasePattern(wordsOf(language).pointing));
  if (found?.index !== 0) return false;
  const next = nextWord.exec(words.slice(found[0].length))?.[1] ?? '';
  if (!capitalisesNouns(language) && /^\p{Lu}/u.test(next)) return false;
  return next.length < 4 || !headings.some((heading) => heading.toLowerCase().includes(next.toLowerCase()));
}
