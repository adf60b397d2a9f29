import { joinLines, type LineJoin } from '../pdf/write/hyphenation.ts';

/** The hyphen that a line ends with, the end of the word before, and what goes on in the next line. It looks back at ends of lines only. */
const broken = /[\u2010\u00ad]\n(?<=(\S{0,200}\p{L}[\u2010\u00ad])\n)([^\S\n]*)(\S+)[^\S\n]?/gu;
const compound = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-\u2010][\p{L}\p{N}]+)+/gu;

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
    const join = isTyped ? joinLines(head, tail, compounds) : joinBroken(head, tail);
    if (join === 'space') return whole;
    return `${join === 'drop-hyphen' ? '' : head.at(-1)}${tail}\n${indent}`;
  });
}

/** No program breaks words before digits (`COVID-19`), where their case changes (`US-based`), or behind two hyphens (`state-of-the-art`). */
function joinBroken(head: string, tail: string): LineJoin {
  if (head.endsWith('\u00ad')) return 'drop-hyphen';
  const isCompound =
    /^\p{N}/u.test(tail) ||
    /\p{Lu}.\p{Ll}|\p{Ll}.\p{Lu}/u.test(head.slice(-2) + tail[0]) ||
    /[-\u2010]\p{L}+[-\u2010]\p{L}+.$/u.test(head);
  return isCompound ? 'keep-hyphen' : 'drop-hyphen';
}
