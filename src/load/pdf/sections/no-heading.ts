import { splitWords, type Row } from '../rows.ts';
import { isAmount } from '../tables/amounts.ts';

/** Words of a sentence, and of one that has begun in the line above. */
const fewestOfSentence = 10;
const fewestOfRest = 5;
/** Behind a name of several letters: digits or signs of notes, set high. */
const markedName = /\p{L}{2}[.,]?[⁰¹²³⁴-⁹*∗†‡§¶][⁰¹²³⁴-⁹*∗†‡§¶,]*$/u;
const fewestMarked = 2;
/** In sizes, between a label and its amount; a number of a chapter is nearer to its name. */
const amountGap = 2;

/**
 * Whether a line is none of a heading however it is set: names with the marks of their addresses, a sentence, or the rest of one,
 * which begins in lower case and with no name (`pdfTeX`).
 *
 * @param words of the line, or lines, in order.
 * @param isFirst whether it opens the document, so that no sentence begins above it.
 */
export function isNoHeading(words: readonly string[], isFirst = false): boolean {
  if (words.filter((word) => markedName.test(word)).length >= fewestMarked) return true;
  if (words.length >= fewestOfSentence && words.at(-1)!.endsWith('.')) return true;
  return !isFirst && words.length >= fewestOfRest && /^\p{Ll}{2}(?!\p{Ll}*\p{Lu})/u.test(words[0]!);
}

/** Whether a line is a label with its amount far to the right: a total, or an entry of a list of contents. */
export function endsInAmount({ words, size }: Row): boolean {
  const [, ...cells] = splitWords(words, amountGap * size);
  return cells.length > 0 && isAmount(cells.at(-1)!);
}
