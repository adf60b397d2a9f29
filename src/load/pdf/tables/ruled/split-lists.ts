import { groupBy } from '../../../../util/lists/group-by.ts';
import { boundsOf } from '../../geometry.ts';
import { groupRows } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { isAmount } from '../amounts.ts';
import type { PdfCell } from '../pdf-table.ts';

/** A cell lists values when it has so many lines and this share of them are amounts. */
const minLines = 2;
const minAmounts = 0.8;
/** One cell alone makes rows when it lists so many values and this share of the lines has text in other cells too. */
const minAlone = 3;
const minShared = 0.8;

/**
 * Makes rows of the lines of text in a row where several cells list values, or one does beside labels: no lines are
 * drawn between such rows. Rows are numbered anew.
 */
export function splitLists(cells: readonly PdfCell[]): PdfCell[] {
  const split: PdfCell[] = [];
  let added = 0;
  for (const [number, row] of groupBy(cells, (cell) => cell.row)) {
    const spanned = cells.some((cell) => cell.row <= number && cell.row + cell.rowSpan > number + 1);
    const lines = spanned || !hasLists(row) ? [] : linesOf(row);
    if (lines.length === 0) split.push(...row.map((cell) => ({ ...cell, row: cell.row + added })));
    lines.forEach((cellsOfLine, index) => {
      split.push(...cellsOfLine.map((cell) => ({ ...cell, row: cell.row + added + index })));
    });
    added += Math.max(0, lines.length - 1);
  }
  return split;
}

function hasLists(row: readonly PdfCell[]): boolean {
  const lists = row.filter(isList);
  if (lists.length !== 1) return lists.length > 1;
  const lines = linesOf(row);
  const shared = lines.filter((cells) => cells.length > 1).length;
  return lines.length >= minAlone && shared >= minShared * lines.length;
}

function isList({ words }: PdfCell): boolean {
  const lines = groupRows(words);
  const amounts = lines.filter((line) => isAmount(line.words)).length;
  return lines.length >= minLines && amounts >= minAmounts * lines.length;
}

/** The cells of each line of text. */
function linesOf(row: readonly PdfCell[]): PdfCell[][] {
  return groupRows(row.flatMap(({ words }) => words)).map((line) => {
    const onLine = new Set<Word>(line.words);
    return row.flatMap((cell) => {
      const words = cell.words.filter((word) => onLine.has(word));
      return words.length === 0 ? [] : [{ ...cell, words, ...boundsOf(words) }];
    });
  });
}
