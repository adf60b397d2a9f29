import { joinLines } from '../pdf/write/hyphenation.ts';

/** A word, the hyphen that a line ends with, and what goes on in the next line. */
const broken = /(\S*\p{L}[\u2010\u00ad])\n([^\S\n]*)(\S+)[^\S\n]?/gu;
const compound = /[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)+/gu;

/**
 * Mends words that programs have broken at the ends of lines, as pages of manuals have them: with a hyphen (U+2010) that nobody types, or a
 * soft one. The rest of the word comes up to its beginning. A text that has U+2010 within lines too may have typed it.
 */
export function withoutBrokenWords(text: string): string {
  if (!/[\u2010\u00ad]\n/.test(text)) return text;
  const isTyped = /\p{L}\u2010\p{L}/u.test(text);
  const compounds = new Set(
    Array.from(text.matchAll(compound), ([word]) => word.toLowerCase().replaceAll('\u2010', '-')),
  );
  return text.replaceAll(broken, (whole, head: string, indent: string, tail: string) => {
    const join = isTyped ? joinLines(head, tail, compounds) : 'drop-hyphen';
    if (join === 'space') return whole;
    return `${join === 'drop-hyphen' ? head.slice(0, -1) : head}${tail}\n${indent}`;
  });
}
