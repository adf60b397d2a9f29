import { wordsOf } from '../../text/words/words-of.ts';
import { yearsIn, type Question } from './question.ts';

/** `Unit 4`, `Phase 3`: what it is, and which of them. */
const numbered = /(?<!\p{L})(\p{L}{2,})\s(\p{Nd}{1,4})(?![\p{L}\p{Nd}%]|[.,:]\p{Nd}|\s?%)/gu;

const pairsIn = (text: string): [word: string, number: string][] =>
  Array.from(text.matchAll(numbered), ([, word, number]) => [word!, number!]);

/**
 * Whether a unit is of another number of that which a question numbers, `Unit 5` where `Unit 4` is asked about, or what stands over it is and
 * its passage does not have that one.
 */
export function isOfOtherNumber(
  [unit, over, passage]: readonly [unit: string, over: readonly string[], passage: string],
  { text, language }: Question,
): boolean {
  const connecting = wordsOf(language).asking.connecting.split(' ');
  const asked = pairsIn(text).filter(
    ([word, number]) =>
      /^\p{Lu}/u.test(word) && !connecting.includes(word.toLowerCase()) && yearsIn(number).length === 0,
  );
  return asked.some(([word, number]) => {
    const numbersIn = (part: string): string[] =>
      pairsIn(part).flatMap(([other, of]) => (other.toLowerCase() === word.toLowerCase() ? [of] : []));
    const [own, titles] = [numbersIn(unit), numbersIn(over.join('\n'))];
    if (own.length > 0) return ![...own, ...titles].includes(number);
    return titles.length > 0 && ![...titles, ...numbersIn(passage)].includes(number);
  });
}
