import {
  clauseReferences,
  type ClauseNumber,
  type ClauseReference,
} from '../../text/structure/clause-numbers.ts';
import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

/** A clause that a sentence changes, or goes before. */
export interface Change {
  readonly number: ClauseNumber;
  /** As it is named: `clause 18.4`. */
  readonly named: string;
  readonly goesBefore: boolean;
  /** What the sentence says that the clause is of, where that has a name: `the Companies Act 2006`. */
  readonly of?: string;
}

/** Longer sentences are not read for what they change, in characters. */
const longest = 2_000;
/** Characters before a word that are read for what turns it. */
const reach = 30;
/** Words between what is done and the clause it is done to, such as `the sum of €5 in`. */
const mostBetween = 12;

/** What is quoted in a sentence is not what it says. */
const quoted =
  /[“„«"][^“”„«»"]{0,1000}[”“»"]|‘[^‘’]{0,1000}’|「[^「」]{0,1000}」|『[^『』]{0,1000}』|(?<!\p{L})'[^']{0,1000}'(?!\p{L})/gu;

/** `No. 1`, which denies nothing. */
export const numbered = /(?<!\p{L})\p{L}{1,2}[.°º]? ?\d/gu;

const blank = (words: string) => ' '.repeat(words.length);

/** A quick look whether a text may change a clause, or goes before one. */
export function mayChange(text: string, language = 'en'): boolean {
  const { changes, despite } = wordsOf(language).amending;
  return couldHavePhrase(text, `${changes}|${despite}`);
}

/**
 * The clauses that a sentence changes: `In clause 18.4 … is replaced by`, `§ 7 Abs. 2 wird wie folgt neu gefasst`, `amends and restates Section 5`. The
 * word of change stands behind a clause that nothing sets apart (`under clause 18.4`), or right before it, and is not denied, only possible, wanted, told, asked or
 * under a condition.
 */
export function changesIn(sentence: string, language = 'en'): Change[] {
  if (sentence.length > longest || clauseReferences(sentence, language).length === 0) return [];
  if (!mayChange(sentence, language)) return [];
  const { amending, negations, weak, able, conditions } = wordsOf(language);
  const text = sentence.replaceAll(quoted, blank).replaceAll(phrasePattern(amending.mentions), blank);
  if (/^\s*>|[?？]\s*$/u.test(sentence) || has(phrasePattern(amending.proposed), text)) return [];
  const references = clauseReferences(text, language);
  const eligible = new Set(
    references.filter(({ start }, index) => !isApart(text, start, index, references, amending.apart)),
  );
  const found = new Map<ClauseReference, boolean>();
  const unless = (words: string) =>
    has(phrasePattern(negations, weak, able), words.replaceAll(numbered, ' '));
  for (const { 0: word, index } of text.matchAll(phrasePattern(amending.changes))) {
    if (unless(text.slice(Math.max(0, index - reach), index))) continue;
    const isSet = ({ end }: ClauseReference): boolean =>
      wordsIn(text.slice(end, index)) <= 1 && figureBehind.test(text.slice(index + word.length));
    const before = references.findLast((one) => one.end <= index && (eligible.has(one) || isSet(one)));
    if (has(phrasePattern(conditions), text.slice(0, index))) continue;
    if (before !== undefined) for (const one of joinedWith(before, references)) found.set(one, false);
    const end = index + word.length;
    const behind = references.find(({ start }) => start >= end);
    const isDone = behind !== undefined && isObject(text.slice(end, behind.start), amending);
    if (isDone) for (const one of joinedWith(behind, references)) found.set(one, false);
  }
  for (const { 0: word, index } of text.matchAll(phrasePattern(amending.despite))) {
    const end = index + word.length;
    const behind = references.find(({ start }) => start >= end);
    const isNear = behind !== undefined && wordsIn(text.slice(end, behind.start)) <= 3;
    if (isNear) for (const one of joinedWith(behind, references)) if (!found.has(one)) found.set(one, true);
  }
  return [...found].map(([{ number, start, end }, goesBefore]) => ({
    number,
    named: sentence
      .slice(start, end)
      .replace(/^[\s,]+/, '')
      .replaceAll(/\s+/g, ' '),
    goesBefore,
    ...named.exec(sentence.slice(end, end + longestName))?.groups,
  }));
}

/** What a sum is set to, right behind a word of change: `The rent under clause 3 is increased to €900`. */
const figureBehind = /^(?: \p{L}{1,6}){1,2} (?:\p{Lu}{3} )?\p{Sc}?\p{Nd}/u;

/** Characters behind a clause in which a name is looked for. */
const longestName = 80;
/** `of the Companies Act 2006`, `des Gesetzesdekrets Nr. 231`; `of the Agreement` is no name. */
const named =
  /^ (?:\p{Ll}{1,5}['’]? ?){1,2}(?<of>\p{Lu}[\p{L}-]{1,40} (?:\p{Lu}|\p{L}{1,3}[.°º]? ?\d|\d)[^,;:.]{0,60})/u;

const has = (pattern: RegExp, text: string): boolean => text.search(pattern) !== -1;
const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Whether a clause is only named: `under clause 18.4`, `the reference to clause 18.4`; a clause joined with one is named alike. */
function isApart(
  text: string,
  start: number,
  index: number,
  references: readonly ClauseReference[],
  apart: string,
): boolean {
  const [first] = joinedWith(references[index]!, references);
  const before = text.slice(Math.max(0, first!.start - reach), first!.start);
  const last = [...before.matchAll(phrasePattern(apart))].at(-1);
  if (last === undefined) return false;
  const between = before.slice(last.index + last[0].length);
  return start >= first!.start && !/[,;:]/.test(between) && wordsIn(between) <= 2;
}

/** A clause with those it is listed with: `Clauses 4.2 and 18.4`. */
function joinedWith(one: ClauseReference, references: readonly ClauseReference[]): ClauseReference[] {
  const at = references.indexOf(one);
  let [from, to] = [at, at];
  while (from > 0 && references[from - 1]!.end === references[from]!.start) from -= 1;
  while (to + 1 < references.length && references[to]!.end === references[to + 1]!.start) to += 1;
  return references.slice(from, to + 1);
}

/** Whether what stands between a word of change and a clause makes the clause its object: nothing but words for its text. */
function isObject(
  between: string,
  { apart, wording, changes }: ReturnType<typeof wordsOf>['amending'],
): boolean {
  if (/[.;:]/.test(between) || wordsIn(between) > mostBetween || has(phrasePattern(apart), between))
    return false;
  return wordsIn(between.replaceAll(phrasePattern(changes), '')) <= 1 || has(phrasePattern(wording), between);
}
