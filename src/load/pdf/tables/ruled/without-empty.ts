import type { PdfCell } from '../pdf-table.ts';

/** Cells of a table whose rows and columns all begin some cell; the others are left out of the count. */
export function withoutEmpty(cells: readonly PdfCell[]): {
  readonly cells: PdfCell[];
  readonly rowCount: number;
  readonly columnCount: number;
} {
  const rows = numbersOf(cells.map(({ row }) => row));
  const columns = numbersOf(cells.map(({ column }) => column));
  const kept = cells.map((cell) => ({
    ...cell,
    row: rows.get(cell.row)!,
    column: columns.get(cell.column)!,
    rowSpan: countWithin(rows, cell.row, cell.rowSpan),
    columnSpan: countWithin(columns, cell.column, cell.columnSpan),
  }));
  return { cells: kept.sort(byPlace), rowCount: rows.size, columnCount: columns.size };
}

/** The numbers that occur, and their order from 0. */
function numbersOf(numbers: readonly number[]): Map<number, number> {
  return new Map([...new Set(numbers)].sort((a, b) => a - b).map((number, index) => [number, index]));
}

/** How many of the numbers lie in a span. */
function countWithin(numbers: ReadonlyMap<number, number>, from: number, span: number): number {
  return [...numbers.keys()].filter((number) => number >= from && number < from + span).length;
}

function byPlace(a: PdfCell, b: PdfCell): number {
  return a.row - b.row || a.column - b.column;
}
