import { isRepeatedHead } from '../../../write/markdown-table.ts';
import { isAmount } from '../amounts.ts';
import type { PdfCell, PdfTable } from '../pdf-table.ts';

/** Heads below one that spans them, of which there are so many at least. */
const fewestBelow = 2;
/** Heads over several columns in a row, from which on those are no labels of the table. */
const fewestBeside = 2;
/** Longer ones are titles and sentences. */
const mostWords = 8;
/** What the amounts are in, and a label with its value: `(in millions)`, `District: Adilabad`. */
const ofTable = /^(?:[(（].*[)）]$|[^()（）]*: +\S)/su;

/**
 * The heads that are said of each of their columns: those over several that have heads of their own below, or right of the first that all
 * hold amounts, and those over words where the first row of these are heads as well. One from the left that is alone in its row is a title. Brackets and labels with values are said of the table, but for those
 * beside each other that cut through no head below: `(in millions)` and `(per share)`.
 */
export function spreadHeads({ cells, headerRows, columnCount }: PdfTable): ReadonlySet<PdfCell> {
  const heads = cells.filter(({ row }) => row < headerRows);
  const isSpread = (head: PdfCell): boolean => {
    const { row, column, columnSpan, words } = head;
    const text = words.map((word) => word.text).join(' ');
    if (!isRepeatedHead(text, columnSpan, columnCount)) return false;
    const beside = heads.filter((other) => other.row === row);
    const isWhole = (other: PdfCell): boolean => other.columnSpan > 1 && !cutsThrough(other, heads);
    if (ofTable.test(text) && beside.filter(isWhole).length < fewestBeside) return false;
    if (column === 0 && beside.length === 1) return false;
    const below = heads.filter((other) => other.row > row && isUnder(other, head));
    if (new Set(below.map((other) => other.column)).size >= fewestBelow) return true;
    if (words.length > mostWords) return false;
    return isRowOfHeads(cells, headerRows) || (column > 0 && holdsAmounts(head, cells, headerRows));
  };
  return new Set(heads.filter(isSpread));
}

const isUnder = ({ column }: PdfCell, head: PdfCell): boolean =>
  column >= head.column && column < head.column + head.columnSpan;

/** Whether most cells in each column of a head hold amounts. */
function holdsAmounts(head: PdfCell, cells: readonly PdfCell[], headerRows: number): boolean {
  const under = cells.filter(
    (cell) => cell.row >= headerRows && cell.columnSpan === 1 && isUnder(cell, head),
  );
  return Array.from({ length: head.columnSpan }, (_, index) => head.column + index).every((column) => {
    const own = under.filter((cell) => cell.column === column);
    return own.filter(({ words }) => isAmount(words)).length * 2 > own.length;
  });
}

/**
 * Whether the first row below the header has heads too: words alone, and only in columns that share the head above them, so that it says nothing of
 * the others.
 */
function isRowOfHeads(cells: readonly PdfCell[], headerRows: number): boolean {
  const row = cells.filter((cell) => cell.row === headerRows);
  const heads = cells.filter((cell) => cell.row === headerRows - 1);
  const isOwn = ({ column }: PdfCell): boolean =>
    heads.some((head) => head.column === column && head.columnSpan === 1);
  const isHead = (cell: PdfCell): boolean =>
    cell.columnSpan === 1 && !isAmount(cell.words) && cell.words.length <= mostWords && !isOwn(cell);
  return row.length >= fewestBelow && row.every(isHead);
}

/** Whether it stands over a part of a head below it. */
function cutsThrough({ row, column, columnSpan }: PdfCell, heads: readonly PdfCell[]): boolean {
  const end = column + columnSpan;
  return heads.some((other) => {
    const otherEnd = other.column + other.columnSpan;
    const isCut = other.column < column || otherEnd > end;
    return other.row > row && other.column < end && otherEnd > column && isCut;
  });
}
