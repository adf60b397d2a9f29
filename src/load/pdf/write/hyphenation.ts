import type { Word } from '../words.ts';

const hyphenated = /[\p{L}\p{N}][-\u2010\u00ad]$/u;
/** An en dash between two words without spaces, and a slash in a web address. */
const unbroken = /[\p{L}\p{N}]–$|:\/\/(?:\S*\/)?$/u;
/** Web addresses that end a line in their midst, and what goes on with them: "https:" "//…", "https://example." "org/help". */
const brokenAddress = [
  [/\p{L}:$/u, /^\/\//u],
  [/:\/\/\S*\.$/u, /^[\p{Ll}\p{N}]\S*[./#?=]\S/u],
] as const;
/** Characters of a line's end that are looked at: what has no spaces may be longer than any address. */
const longestAddress = 2000;
const compoundWord = /^[^\p{L}\p{N}]*([\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)+)/u;
/** After these a hyphen stands for the rest of a word that follows later: "short- and long-term". */
const suspending = /^(?:and|or|to|und|oder|et|ou|y|o)$/i;

/** How the last word of a line and the first of the next are joined. */
export type LineJoin = 'space' | 'keep-hyphen' | 'drop-hyphen';

/** The compounds ("long-term") that stand within lines, in lower case: proof that their hyphen is their own. */
export function collectCompounds(words: Iterable<Word>, into: Set<string>): void {
  for (const { text } of words) {
    if (!text.includes('-') && !text.includes('\u2010')) continue;
    const compound = compoundWord.exec(text)?.[1];
    if (compound) into.add(compound.toLowerCase().replaceAll('\u2010', '-'));
  }
}

/**
 * Decides about a hyphen at the end of a line. It is dropped where a lower-case word goes on in lower case
 * ("exam-" "ple"), and kept in compounds: before digits and capitals ("10-" "K"), after another hyphen
 * ("state-of-the-" "art") or before one ("year-" "over-year"), after an en dash, within web addresses, and where the compound stands within a line elsewhere in the document.
 */
export function joinLines(last: string, next: string, compounds: ReadonlySet<string>): LineJoin {
  const end = last.slice(-longestAddress);
  if (brokenAddress.some(([broken, start]) => broken.test(end) && start.test(next))) return 'keep-hyphen';
  if (!/^[\p{L}\p{N}]/u.test(next)) return 'space';
  if (unbroken.test(end)) return 'keep-hyphen';
  if (!hyphenated.test(last)) return 'space';
  if (last.endsWith('\u00ad')) return 'drop-hyphen';
  if (suspending.test(next)) return 'space';
  const stem = last.slice(0, -1);
  if (!/\p{Ll}$/u.test(stem) || !/^\p{Ll}/u.test(next)) return 'keep-hyphen';
  if (/[-\u2010/@]/.test(stem)) return 'keep-hyphen';
  const tail = /^[\p{L}\p{N}]+/u.exec(next)?.[0] ?? next;
  if (/^[\p{L}\p{N}]+[-\u2010]\p{L}/u.test(next)) return 'keep-hyphen'; // "year-" "over-year"
  const head = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(stem)?.[0] ?? stem;
  return compounds.has(`${head}-${tail}`.toLowerCase()) ? 'keep-hyphen' : 'drop-hyphen';
}
