/** Words of a sentence, and of one that has begun in the line above. */
const fewestOfSentence = 10;
const fewestOfRest = 5;
/** Behind a name of several letters: digits or signs of notes, set high. */
const markedName = /\p{L}{2}[.,]?[⁰¹²³⁴-⁹*∗†‡§¶][⁰¹²³⁴-⁹*∗†‡§¶,]*$/u;
const fewestMarked = 2;

/**
 * Whether a line is none of a heading however it is set: names with the marks of their addresses, a sentence, or the rest of one, which
 * begins in lower case and with no name (`pdfTeX`).
 *
 * @param words of the line, or lines, in order.
 * @param isFirst whether it opens the document, so that no sentence begins above it.
 */
export function isNoHeading(words: readonly string[], isFirst = false): boolean {
  if (words.filter((word) => markedName.test(word)).length >= fewestMarked) return true;
  if (words.length >= fewestOfSentence && words.at(-1)!.endsWith('.')) return true;
  return !isFirst && words.length >= fewestOfRest && /^\p{Ll}{2}(?!\p{Ll}*\p{Lu})/u.test(words[0]!);
}
