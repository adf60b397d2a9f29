import type { Row } from '../rows.ts';

/** Distance of baselines, in usual leadings, that ends a paragraph. */
export const paragraphGap = 1.4;

/** Of baselines, in sizes. */
export const distanceOf = (last: Row, row: Row) =>
  (row.baseline - last.baseline) / Math.max(last.size, row.size);

/** A row that ends no sentence, and one that begins in lower case. */
export const runsOn = (last: Row, row: Row) =>
  /^\p{Ll}/u.test(row.words[0]!.text) && !/[.:;!?”"][⁰¹²³⁴-⁹]*$/.test(last.words.at(-1)!.text);
