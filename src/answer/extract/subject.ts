import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

/** How far into a unit what it is about may reach, in characters. */
const reach = 120;

/** What a sentence says something of: all before its first `is`, `means` or the like; undefined where none stands in its first 120 characters. */
export function subjectOf(text: string, language: string): string | undefined {
  const { defining } = wordsOf(language).asking;
  const head = text.slice(0, reach);
  if (!couldHavePhrase(head, defining)) return undefined;
  const at = head.search(phrasePattern(defining));
  const subject = head.slice(0, Math.max(at, 0));
  return /\p{L}/u.test(subject) ? subject : undefined;
}
