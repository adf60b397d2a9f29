import type { Word } from '../words.ts';

/** "1,234", "(5.6)%", "$ 7", "–", but no year: those head columns. */
const amount = /^(?:[-–—]|[-–—+(<>~]*\s?[$€£¥₹]?\s*[-–(]?\d[\d.,'\s]*[)%\s]*)$/u;
const year = /^(?:19|20)\d\d[.,]?$/;

/** Whether words are a number as it stands in the cells of tables, or the dash in place of one. */
export function isAmount(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join(' ');
  return amount.test(text) && !year.test(text);
}
