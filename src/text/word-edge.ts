import { segmenterOf } from './graphemes-and-words.ts';

/** Longer runs without an edge are cut between graphemes: they are no words of any language. */
const longestWord = 100;
/** What joins digits to one number where the rules of words part them: `1/2`, `10:30`, `1 500`, `£5`, `5%`. */
const inNumber = /[\p{Nd}\p{Sc}%‰.,/:'’\u00a0\u2009\u202f-]/u;

/**
 * The nearest offset, from the given one on in the direction of `step`, at which the text may be cut: not within a word,
 * a number, or a grapheme. In scripts without spaces words are those that `Intl.Segmenter` finds. Where a word goes on
 * for more than 100 code units the cut is between graphemes.
 *
 * @param step 1 to take the rest of a word in, at an end, or leave it out, at a beginning; -1 for the other way.
 */
export function wordEdge(text: string, offset: number, step: 1 | -1): number {
  if (offset <= 0) return 0;
  if (offset >= text.length) return text.length;
  const from = Math.max(0, offset - 2 * longestWord);
  const window = text.slice(from, offset + 2 * longestWord);
  const edges = [...segmenterOf('word').segment(window)].map(({ index }) => from + index);
  if (from + window.length === text.length) edges.push(text.length);
  const whole = edges.filter((edge) => Math.abs(edge - offset) <= longestWord && !isInNumber(text, edge));
  const found = step === 1 ? whole.find((edge) => edge >= offset) : whole.findLast((edge) => edge <= offset);
  return found ?? graphemeEdge(text, offset);
}

function isInNumber(text: string, edge: number): boolean {
  const [before = '', after = ''] = [text[edge - 1], text[edge]];
  if (!inNumber.test(before) || !inNumber.test(after)) return false;
  return (
    /\p{Nd}/u.test(text.slice(Math.max(0, edge - 2), edge)) && /\p{Nd}/u.test(text.slice(edge, edge + 2))
  );
}

/** The offset itself, or the beginning of the grapheme that it is in. */
export function graphemeEdge(text: string, offset: number): number {
  const from = Math.max(0, offset - longestWord);
  const edges = [...segmenterOf('grapheme').segment(text.slice(from, offset + longestWord))].map(
    ({ index }) => from + index,
  );
  return edges.findLast((edge) => edge <= offset) ?? offset;
}
