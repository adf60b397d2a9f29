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
  const lowest = new Map<number, number>();
  const inRow = new Map<number, number>();
  for (const { row, column } of heads) {
    lowest.set(column, Math.max(row, lowest.get(column) ?? row));
    inRow.set(row, (inRow.get(row) ?? 0) + 1);
  }
  const wideInRow = new Map<number, number>();
  for (const head of heads) {
    if (head.columnSpan > 1 && !cutsThrough(head, heads))
      wideInRow.set(head.row, (wideInRow.get(head.row) ?? 0) + 1);
  }
  const amounts = new Map<number, number>();
  for (const { row, column, columnSpan, words } of cells) {
    if (row < headerRows || columnSpan > 1) continue;
    amounts.set(column, (amounts.get(column) ?? 0) + (isAmount(words) ? 1 : -1));
  }
  const hasHeadsBelow = isRowOfHeads(cells, headerRows);
  const isSpread = ({ row, column, columnSpan, words }: PdfCell): boolean => {
    const text = words.map((word) => word.text).join(' ');
    if (!isRepeatedHead(text, columnSpan, columnCount)) return false;
    if (ofTable.test(text) && (wideInRow.get(row) ?? 0) < fewestBeside) return false;
    if (column === 0 && inRow.get(row) === 1) return false;
    const columns = Array.from({ length: columnSpan }, (_, index) => column + index);
    if (columns.filter((index) => (lowest.get(index) ?? row) > row).length >= fewestBelow) return true;
    if (words.length > mostWords) return false;
    if (hasHeadsBelow) return true;
    return column > 0 && columns.every((index) => (amounts.get(index) ?? 0) > 0);
  };
  return new Set(heads.filter(isSpread));
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
