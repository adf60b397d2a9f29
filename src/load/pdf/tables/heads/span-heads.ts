import type { Interval } from '../columns.ts';
import type { Line } from '../drawn-lines.ts';
import type { PdfCell } from '../pdf-table.ts';
import { spanCentred } from './span-centred.ts';
import { spanGroups } from './span-groups.ts';
import { spanRepeated } from './span-repeated.ts';

/** Height, in sizes, within which the line below a head is drawn. */
const below = 0.8;
/** Share of a column that a line must cover to head it. */
const minCover = 0.6;
/** A head stands at the edge of its line, in sizes, or has about the same space on both sides, as a share of the line. */
const nearEdge = 1.5;
const sameMargins = 0.25;
/** Heads whose edges are this close, in sizes, are flush. */
const flush = 0.2;

/** Baselines of heads beside each other, some of one line and some of two, are no further apart than this, in sizes. */
const sameHeight = 0.8;

interface Header {
  readonly headerRows: number;
  readonly columns: readonly Interval[];
  readonly across: readonly Line[];
}

/**
 * Lets a head span the columns over which the line below it is drawn: "2022" over "Level 1" and "Level 2"; and where no lines are
 * drawn, those over which it stands like others over the same heads, or in the middle of which it stands alone.
 */
export function spanHeads(
  cells: readonly PdfCell[],
  { headerRows, columns, across }: Header,
): readonly PdfCell[] {
  const drawn = cells.map((cell) => {
    if (cell.row >= headerRows) return cell;
    const line = lineBelow(cell, across);
    const under = line ? columns.flatMap((column, index) => (isCovered(column, line) ? [index] : [])) : [];
    const covered = !line || isOfAll(cell, line) ? under : aroundHead(cell, under, { cells, headerRows });
    const [first = cell.column, last = first] = [covered[0], covered.at(-1)];
    const wider = covered.length > cell.columnSpan && covered.length < columns.length;
    if (!wider || isTaken(cells, cell, [first, last])) return cell;
    return { ...cell, column: first, columnSpan: last - first + 1 };
  });
  return spanUndrawn(drawn, columns, headerRows);
}

/** From below: what a head spans is said in each of its columns to the heads above it. */
function spanUndrawn(
  cells: readonly PdfCell[],
  columns: readonly Interval[],
  headerRows: number,
): readonly PdfCell[] {
  const rows = Array.from({ length: headerRows }, (): PdfCell[] => []);
  for (const cell of cells) rows[cell.row]?.push(cell);
  const underneath = columns.map((column) => ({ ...column, text: '' }));
  const spanned = new Map<PdfCell, PdfCell>();
  for (const heads of rows.toReversed()) {
    const found = spanCentred(spanGroups(spanRepeated(heads, underneath), underneath), underneath);
    const wider = found.map((head, index) => (isFree(head, heads[index]!, cells) ? head : heads[index]!));
    wider.forEach((head, index) => {
      spanned.set(heads[index]!, head);
      for (const column of underneath.slice(head.column, head.column + head.columnSpan))
        column.text = `${head.words.map(({ text }) => text).join(' ')} ${column.text}`.trim();
    });
  }
  return cells.map((cell) => spanned.get(cell) ?? cell);
}

/** Whether a head has only columns more that no other one stands over on its own line. */
function isFree(wider: PdfCell, head: PdfCell, cells: readonly PdfCell[]): boolean {
  const { column, columnSpan } = wider;
  return columnSpan === head.columnSpan || !isTaken(cells, head, [column, column + columnSpan - 1]);
}

function lineBelow({ x0, x1, y1, words }: PdfCell, across: readonly Line[]): Line | undefined {
  const baseline = baselineOf({ words });
  const middle = (x0 + x1) / 2;
  const reach = y1 + below * words[0]!.size;
  return across.find(({ at, from, to }) => at > baseline && at < reach && from < middle && to > middle);
}

/** Whether a head stands over all of its line, at the edge of it or in its middle. */
function isOfAll({ x0, x1, words }: PdfCell, { from, to }: Line): boolean {
  const [left, right] = [x0 - from, to - x1];
  const isAtEdge = Math.min(left, right) < nearEdge * words[0]!.size;
  return isAtEdge || Math.abs(left - right) < sameMargins * (to - from);
}

/**
 * Of the columns under a line, those up to its nearer end and as many on the other side of a head, in the middle of which it stands; none where it has
 * no head below it or is flush with that, and of that alone: "Percent Change" over the last three of five columns.
 */
function aroundHead(
  head: PdfCell,
  under: readonly number[],
  { cells, headerRows }: { readonly cells: readonly PdfCell[]; readonly headerRows: number },
): readonly number[] {
  const { row, column, columnSpan, x0, x1, words } = head;
  const headBelow = cells.find((cell) => cell.row === row + 1 && cell.column === column);
  const apart = headBelow ? Math.min(Math.abs(headBelow.x0 - x0), Math.abs(headBelow.x1 - x1)) : 0;
  if (row + 1 === headerRows || apart < flush * words[0]!.size) return [];
  const end = column + columnSpan - 1;
  const reach = Math.min(column - (under[0] ?? column), (under.at(-1) ?? end) - end);
  return under.filter((index) => index >= column - reach && index <= end + reach);
}

/** Of its last line. */
const baselineOf = ({ words }: Pick<PdfCell, 'words'>): number =>
  Math.max(...words.map(({ baseline }) => baseline));

function isCovered({ x0, x1 }: Interval, { from, to }: Line): boolean {
  return Math.min(x1, to) - Math.max(x0, from) >= minCover * (x1 - x0);
}

/** Whether another cell on the line of a head's last words, give or take, stands over one of the columns. */
function isTaken(
  cells: readonly PdfCell[],
  cell: PdfCell,
  [first, last]: readonly [number, number],
): boolean {
  return cells.some(
    (other) =>
      other !== cell &&
      Math.abs(baselineOf(other) - baselineOf(cell)) < sameHeight * cell.words[0]!.size &&
      other.column <= last &&
      other.column + other.columnSpan > first,
  );
}
