import type { Word } from '../words.ts';

/** "1,234", "(5.6)%", "$ 7", "24.91²", "–", but no part of a date: "2023" and "28," below "January" head columns. */
const amount = /^(?:[-–—]|[-–—+(<>~]*\s?[$€£¥₹]?\s*[-–(]?\d[\d.,'\s]*(?:[)%][)%\s]*)?[⁰¹²³⁴-⁹]*)$/u;
const datePart = /^(?:(?:19|20)\d\d[.,]?|(?:[12]?\d|3[01]),(?:\s(?:19|20)\d\d)?)$/;
const currencyAlone = /^[$€£¥₹]$/u;
const currencyFirst = /^[$€£¥₹]/u;

/** Whether words are a number as it stands in the cells of tables, or the dash in place of one. */
export function isAmount(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join(' ');
  return amount.test(text) && !datePart.test(text);
}

export function isCurrency({ text }: Word): boolean {
  return currencyAlone.test(text);
}

/** Parts a cell that holds several amounts before each currency sign: "62.4%  $ 2,729" are two. */
export function splitAmounts(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    if (parts.length === 0 || currencyFirst.test(word.text)) parts.push([]);
    parts.at(-1)!.push(word);
  }
  return parts.every(isAmount) ? parts : [[...words]];
}
