import { expect, it } from 'vitest';
import { TermMatcher } from './matcher.ts';
import { readQuestion } from './question.ts';

/** How much of a question of one word a text's word is. */
function creditOf(asked: string, word: string, language: string): number {
  const matcher = new TermMatcher(
    readQuestion(asked, () => 1, language),
    () => undefined,
  );
  return matcher.credit([matcher.match(word)])[0]!;
}

it.each([
  ['استخدم', 'لاستخدام', 0.7],
  ['حرب', 'حروب', 0.7],
  ['كتاب', 'والكتب', 0.7],
  ['كتب', 'مكتب', 0],
  ['حرب', 'بحر', 0],
])('knows forms of one Arabic word: %s, %s', (asked, word, credit) => {
  expect(creditOf(asked, word, 'ar')).toBe(credit);
});

it.each([
  ['invention', 'inventor', 0.7],
  ['invention', 'invoice', 0],
])('knows words of the same beginning: %s, %s', (asked, word, credit) => {
  expect(creditOf(asked, word, 'en')).toBe(credit);
});
