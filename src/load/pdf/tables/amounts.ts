import { isAmountText } from '../../tables/amount.ts';
import { splitWords, type Row } from '../rows.ts';
import type { Word } from '../words.ts';

const currencyAlone = /^[$€£¥₹]$/u;
const currencyFirst = /^[$€£¥₹]/u;

/** Whether words are a number as it stands in the cells of tables, or the dash in place of one. */
export function isAmount(words: readonly Word[]): boolean {
  return isAmountText(words.map((word) => word.text).join(' '));
}

/** A gap of this many sizes stands between an amount and the next cell. */
const amountGap = 0.8;

/** The parts of a row with amounts, which may stand near to each other. */
export function partsOf({ words, size }: Pick<Row, 'words' | 'size'>): Word[][] {
  return splitWords(words, amountGap * size);
}

/** The amounts right of a row's first cell. */
export function amountsOf(row: Row): Word[][] {
  return partsOf(row).slice(1).filter(isAmount);
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
