import { analyse } from '../../../text/terms/analyser.ts';
import { phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';
import type { Question } from '../question.ts';

/** Of an item, a clause or a paragraph: `6.`, `(2)`, `[11]`, `8.2 The`. A number without a mark counts something. */
const itemNumber = /^(?:[([]?\d{1,3}(?:\.\d{1,3})*[.)\]]\s|\d{1,3}(?:\.\d{1,3})+\s+(?=\p{Lu}))/u;

/** `And is now`: what joins a second verb to what a sentence is about. */
const predicate = /^\p{L}+(?: \p{L}+){0,2} $/u;

/**
 * Whether a sentence says what is to happen, where a question asks what has happened: all of it, and neither what it adds to what was
 * (`was appointed and will start …`) or to a figure, nor only of something that is not asked. `Will` and `May` are names.
 */
export function isOnlyPlanned(sentence: string, { planned, years, terms, language }: Question): boolean {
  if (planned === undefined) return false;
  const word = Array.from(sentence.matchAll(planned)).find(([said]) => !/^\p{Lu}/u.test(said));
  if (word === undefined) return false;
  const { asking, joins } = wordsOf(language);
  const before = sentence.slice(0, word.index);
  const joined = Array.from(before.matchAll(phrasePattern(joins)), ({ index }) => index);
  const from = Math.max(0, before.lastIndexOf(';'), ...joined);
  // `Was late and is now expected to start` says `was` of something else.
  const own = predicate.test(before.slice(from)) ? from : 0;
  const pasts = Array.from(sentence.matchAll(phrasePattern(asking.past))).filter(({ index }) => index >= own);
  // `Was expected to start` says nothing of the start.
  const isOfPlan = ({ 0: past, index }: RegExpExecArray): boolean =>
    sentence
      .slice(index + past.length)
      .trimStart()
      .search(planned) === 0;
  if (!pasts.every(isOfPlan)) return false;
  const planOn = new Set(analyse(sentence.slice(from), language));
  const figures = before.replace(itemNumber, '').match(/\p{Nd}+/gu) ?? [];
  return terms.some(({ term }) => planOn.has(term)) && figures.every((figure) => years.includes(figure));
}
