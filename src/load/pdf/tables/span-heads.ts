import type { Interval } from './columns.ts';
import type { Line } from './drawn-lines.ts';
import type { PdfCell } from './pdf-table.ts';

/** Height, in sizes, within which the line below a head is drawn. */
const below = 0.8;
/** Share of a column that a line must cover to head it. */
const minCover = 0.6;

/** Lets a head span the columns over which the line below it is drawn: "2022" over "Level 1" and "Level 2". */
export function spanHeads(
  cells: readonly PdfCell[],
  {
    headerRows,
    columns,
    across,
  }: { headerRows: number; columns: readonly Interval[]; across: readonly Line[] },
): PdfCell[] {
  return cells.map((cell) => {
    if (cell.row >= headerRows) return cell;
    const line = lineBelow(cell, across);
    const covered = line ? columns.flatMap((column, index) => (isCovered(column, line) ? [index] : [])) : [];
    const [first = cell.column, last = first] = [covered[0], covered.at(-1)];
    const wider = covered.length > cell.columnSpan && covered.length < columns.length;
    if (!wider || isTaken(cells, cell, [first, last])) return cell;
    return { ...cell, column: first, columnSpan: last - first + 1 };
  });
}

function lineBelow({ x0, x1, y1, words }: PdfCell, across: readonly Line[]): Line | undefined {
  const baseline = Math.max(...words.map((word) => word.baseline));
  const middle = (x0 + x1) / 2;
  const reach = y1 + below * words[0]!.size;
  return across.find(({ at, from, to }) => at > baseline && at < reach && from < middle && to > middle);
}

function isCovered({ x0, x1 }: Interval, { from, to }: Line): boolean {
  return Math.min(x1, to) - Math.max(x0, from) >= minCover * (x1 - x0);
}

/** Whether another cell of the row stands over one of the columns. */
function isTaken(
  cells: readonly PdfCell[],
  cell: PdfCell,
  [first, last]: readonly [number, number],
): boolean {
  return cells.some(
    (other) =>
      other !== cell &&
      other.row === cell.row &&
      other.column <= last &&
      other.column + other.columnSpan > first,
  );
}
