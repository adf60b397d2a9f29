import { isAmountText } from '../../tables/amount.ts';
import type { Word } from '../words.ts';

const currencyAlone = /^[$€£¥₹]$/u;
const currencyFirst = /^[$€£¥₹]/u;

/** Whether words are a number as it stands in the cells of tables, or the dash in place of one. */
export function isAmount(words: readonly Word[]): boolean {
  return isAmountText(words.map((word) => word.text).join(' '));
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
