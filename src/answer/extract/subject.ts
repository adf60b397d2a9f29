import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';

/** How far into a unit what it is about may reach, in characters. */
const reach = 120;

/** What a sentence says something of: all before its first `is`, `means` or the like; undefined where none stands in its first 120 characters. */
export const subjectOf = (text: string, language: string): string | undefined =>
  parted(text, wordsOf(language).asking.defining.join('|'))?.before;

/** In quotation marks, or words that all begin with a capital where not every noun does: `Confidential Information`. */
const quoted = /["“„«‘]\s?([^"“”„«»‘’\n]{2,60}?),?\s?["”“»’]/gu;
const capitalised = /^(?:[(\d][\w.)]{0,8}\s+)?(?:The\s+)?(\p{Lu}[\p{L}-]*(?:\s\p{Lu}[\p{L}-]*)+)/u;
/** Between a term and the verb: `, as used in this agreement, shall`, `does not`. */
const longestTail = 40;

export interface Definition {
  /** What the meaning is said of: one term, or several of which each is said to mean the same. */
  readonly terms: readonly string[];
  /** Whether it says what they do not mean. */
  readonly isDenied: boolean;
}

/**
 * What a sentence defines: `“Fee” means …`, `Confidential Information does not include …`, in other languages also with the verb first, `Se entiende por
 * “Filial” …`. Undefined where nothing stands as a term there: `A red light means that the battery is empty`.
 */
export function definedIn(text: string, language: string): Definition | undefined {
  const { before, behind } = parted(text, wordsOf(language).asking.defining[1]) ?? {};
  if (behind === undefined) return undefined;
  const terms = Array.from((before ?? behind).matchAll(quoted));
  if (before === undefined) return terms[0] && { terms: [terms[0][1]!], isDenied: false };
  const named = terms.length > 0 || capitalisesNouns(language) ? [] : (capitalised.exec(before) ?? []);
  const last = terms.at(-1);
  const end = last === undefined ? (named[0]?.length ?? 0) : last.index + last[0].length;
  const tail = before.slice(end);
  if (end === 0 || tail.length > longestTail || /[.;]/u.test(tail)) return undefined;
  const isDenied = tail.search(phrasePattern(wordsOf(language).negations)) >= 0;
  // `The Starter Kit includes two pens` is no definition.
  if (last === undefined && !isDenied && /^includ/iu.test(behind)) return undefined;
  return { terms: last === undefined ? [named[1]!] : terms.map(([, term]) => term!), isDenied };
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
