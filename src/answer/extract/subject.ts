import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

/** How far into a unit what it is about may reach, in characters. */
const reach = 120;

/** Within one line. */
export const inQuotes = /["“„«‘][^"“”„«»‘’\n]{2,60}["”“»’]/gu;

/** What a sentence says something of: all before its first `is`, `means` or the like; undefined where none stands in its first 120 characters. */
export const subjectOf = (text: string, language: string): string | undefined =>
  parted(text, wordsOf(language).asking.defining.join('|'))?.before;

/**
 * What a sentence says the meaning of, `“Fee”` of `“Fee” means …`, or what it does not mean: `“Fee” does not`; undefined as above. In other languages the
 * verb may come first: `Se entiende por “Filial” …`.
 */
export function termDefined(text: string, language: string): string | undefined {
  const { before, behind } = parted(text, wordsOf(language).asking.defining[1]) ?? {};
  return before ?? behind?.match(inQuotes)?.[0];
}

/** What stands before the first of the phrases, if anything does, and behind that. */
function parted(text: string, phrases: string): { before: string | undefined; behind: string } | undefined {
  const head = text.slice(0, reach);
  if (!couldHavePhrase(head, phrases)) return undefined;
  const at = head.search(phrasePattern(phrases));
  if (at < 0) return undefined;
  const before = head.slice(0, at);
  return { before: /\p{L}/u.test(before) ? before : undefined, behind: head.slice(at) };
}
