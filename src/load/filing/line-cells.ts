import { isAmountText } from '../tables/amount.ts';

/** What stands in a line of a table between wide spaces; columns of the page as a half-open range. */
export interface LineCell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const leaders = /\.{2,}(?=\s)|\.{3,}|(?:\.\s){3,}\.*/g;
/** Words with single spaces between; a currency belongs to the amount that it stands before, however far. */
const words = /(?:[$£¥€] {0,12})?\S+(?: (?![$£¥€] {2})\S+)*/g;
const amounts = /(?:[$£¥€] {0,12})?\S+/g;

/** The cells of a line: two spaces or leader dots stand between them, between amounts one space. */
export function lineCells(line: string): LineCell[] {
  const spaced = withoutTabs(line).replaceAll(leaders, (dots) => ' '.repeat(dots.length));
  return Array.from(spaced.matchAll(words), ({ index, 0: text }) => ({ start: index, text })).flatMap(
    ({ start, text }) => {
      const parts = [...text.matchAll(amounts)];
      const areAmounts = parts.length > 1 && parts.every(([part]) => isAmount(part));
      return (areAmounts ? parts : [{ index: 0, 0: text }]).map(({ index, 0: part }) => ({
        start: start + index,
        end: start + index + part.length,
        text: part,
      }));
    },
  );
}

/** Also `.62`, as filings write amounts below one. */
export const isAmount = (text: string): boolean => isAmountText(text.replace(/(?<!\d)\.(?=\d)/, '0.'));

const withoutTabs = (line: string): string =>
  line
    .split('\t')
    .map((part, index, parts) => (index < parts.length - 1 ? part + ' '.repeat(8 - (part.length % 8)) : part))
    .join('');
