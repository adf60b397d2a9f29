/** Words of a sentence, and of one that has begun in the line above. */
const fewestOfSentence = 10;
const fewestOfRest = 5;
/** Behind a name of several letters: digits or signs of notes, set high. */
const markedName = /\p{L}{2}[.,]?[⁰¹²³⁴-⁹*∗†‡§¶][⁰¹²³⁴-⁹*∗†‡§¶,]*$/u;
const fewestMarked = 2;

/**
 * Whether a line is none of a heading however it is set: names with the marks of their addresses, a sentence, or the rest of one.
 *
 * @param words of the line, or lines, in order.
 */
export function isNoHeading(words: readonly string[]): boolean {
  if (words.filter((word) => markedName.test(word)).length >= fewestMarked) return true;
  if (words.length >= fewestOfSentence && words.at(-1)!.endsWith('.')) return true;
  return words.length >= fewestOfRest && /^\p{Ll}{2}/u.test(words[0]!);
}
