import { analyse } from '../../../text/terms/analyser.ts';
import { couldHavePhrase, phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';
import type { Question } from '../question.ts';

/**
 * Whether a sentence leaves open what a question for yes or no asks: more of the question's words stand behind what asks in it, `to see
 * whether …`, or behind what it wants to find out, `The aim is to assess …`, than before that.
 */
export function leavesOpen(sentence: string, { kind, language, terms, text }: Question): boolean {
  if (kind !== 'yesNo') return false;
  const { asking, weak, strong, negations } = wordsOf(language);
  const { indirect, aims } = asking;
  const [known, any, apart] = indirect;
  const placeOf = (phrases: string, from = 0): number => {
    if (!couldHavePhrase(sentence, phrases)) return -1;
    const pattern = phrasePattern(phrases);
    if (text.search(pattern) >= 0) return -1;
    const [found] = Array.from(sentence.slice(from).matchAll(pattern));
    return found === undefined ? -1 : from + found.index;
  };
  const indirectAt = (): number => {
    const at = placeOf(any);
    // That it is not known yet is an answer.
    const isTold = sentence.slice(0, at).search(phrasePattern(negations)) >= 0;
    return at >= 0 && !isTold && sentence.slice(at).search(phrasePattern(apart)) < 0 ? at : -1;
  };
  const aim = placeOf(aims[0]);
  const inquiry = aim < 0 ? -1 : placeOf(aims[1], aim);
  // `For this purpose the buyer is entitled to test …` says what may be done.
  const isSaid = sentence.slice(aim, inquiry + 3).search(phrasePattern(weak, strong)) >= 0;
  const places = [placeOf(known), indirectAt(), isSaid ? -1 : inquiry].filter((at) => at >= 0);
  if (places.length === 0) return false;
  const from = Math.min(...places);
  const weightIn = (part: string): number => {
    const there = new Set(analyse(part, language));
    return terms.reduce((sum, { term, weight }) => sum + (there.has(term) ? weight : 0), 0);
  };
  // `…, whether in contract or in tort` asks nothing.
  const isAside = sentence.slice(0, from).trimEnd().endsWith(',');
  return !isAside && weightIn(sentence.slice(from)) > weightIn(sentence.slice(0, from));
}
