import { isAmountText } from '../../../tables/amount.ts';

/** What stands in a line of a table between spaces; columns of the page as a half-open range. */
export interface LineCell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Longer lines are no rows of a table, which bounds the work. */
export const longestLine = 400;

/** `.....`, `. . . .`, `..` before a space. */
const leaders = /\.{3,}|\.{2}(?= |$)|(?:\. {1,2}){3,}\.*/g;
/** Words with a space between, or two where letters stand on both sides. A currency or bracket belongs to the number that it stands before, however far. */
const words =
  /(?:[$£¥€] {0,12}\(? {0,12}|\( {1,12}(?=\d))?\S+(?:(?: |(?<=[\p{L}\p{P}]) {2}(?=["“(]?\p{L}))(?![$£¥€] {2})\S+)*/gu;
const amounts = /(?:[$£¥€] {0,12}\(? {0,12})?\S+/g;
const tabWidth = 8;

/** The cells of a line, of `longestLine` characters at most: two spaces, or three between words, or leader dots stand between them, between amounts one. */
export function lineCells(line: string): LineCell[] {
  const spaced = withoutTabs(line.slice(0, longestLine)).replaceAll(leaders, (dots) =>
    ' '.repeat(dots.length),
  );
  return Array.from(spaced.matchAll(words), ({ index, 0: text }) => ({ start: index, text })).flatMap(
    ({ start, text }) => {
      const parts = [...text.matchAll(amounts)];
      const areAmounts = parts.length > 1 && parts.every(([part]) => isAmount(part));
      return (areAmounts ? parts : [{ index: 0, 0: text }]).map(({ index, 0: part }) => ({
        start: start + index,
        end: start + index + part.length,
        text: joined(part),
      }));
    },
  );
}

/** `$   1,200` as `$1,200`. */
const joined = (text: string): string => text.replace(/^([$£¥€]?) {0,12}(\(?) {0,12}(?=[\d.–—-])/, '$1$2');

/** Also `.62` and `-0-`, as filings write amounts below one and none. */
export const isAmount = (text: string): boolean =>
  isAmountText(text.replace(/(?<!\d)\.(?=\d)/, '0.')) || /^\$?-0-$/.test(text);

/** Lines of rules: `-----   =====`. */
export const isRule = (line: string): boolean => /^[\s_=-]*$/.test(line);

const withoutTabs = (line: string): string =>
  line.includes('\t')
    ? line
        .split('\t')
        .map((part, index, parts) =>
          index < parts.length - 1 ? part + ' '.repeat(tabWidth - (part.length % tabWidth)) : part,
        )
        .join('')
    : line;

/** Spaces between two cells that prose has none of, also where it is set to both margins. */
const wideGap = 4;

/** Whether a line has an amount behind its label, or cells far apart. */
export const isRow = (cells: readonly LineCell[]): boolean =>
  hasValue(cells) || cells.some(({ start }, index) => index > 0 && start - cells[index - 1]!.end >= wideGap);

/** Whether a line has an amount that does not begin it. */
export const hasValue = (cells: readonly LineCell[]): boolean =>
  cells.some(({ text }, index) => index > 0 && isAmount(text));
