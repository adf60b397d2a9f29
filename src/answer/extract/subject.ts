import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

/** How far into a unit what it is about may reach, in characters. */
const reach = 120;

/** What a sentence says something of: all before its first `is`, `means` or the like; undefined where none stands in its first 120 characters. */
export const subjectOf = (text: string, language: string): string | undefined =>
  before(text, wordsOf(language).asking.defining.join('|'));

/** What a sentence says the meaning of, `“Fee”` of `“Fee” means …`; undefined as above. */
export const termDefined = (text: string, language: string): string | undefined =>
  before(text, wordsOf(language).asking.defining[1]);

function before(text: string, phrases: string): string | undefined {
  const head = text.slice(0, reach);
  if (!couldHavePhrase(head, phrases)) return undefined;
  const subject = head.slice(0, Math.max(head.search(phrasePattern(phrases)), 0));
  return /\p{L}/u.test(subject) ? subject : undefined;
}
