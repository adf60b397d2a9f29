import type { PdfCell } from './pdf-table.ts';

/**
 * The cells over several rows that say the same of each. Cells over rows that another one shares in part only do not: they
 * are items of lists that stand beside each other, or marks of a chart.
 */
export function repeatedCells(cells: readonly PdfCell[]): Set<PdfCell> {
  const spans = cells.filter(({ rowSpan }) => rowSpan > 1);
  const lastEnd = new Map<number, number>();
  const firstStart = new Map<number, number>();
  for (const span of spans) {
    const { row, end } = rowsOf(span);
    lastEnd.set(row, Math.max(end, lastEnd.get(row) ?? end));
    firstStart.set(end, Math.min(row, firstStart.get(end) ?? row));
  }
  const isShared = (span: PdfCell): boolean => {
    const { row, end } = rowsOf(span);
    for (let inside = row + 1; inside < end; inside++) {
      if (lastEnd.get(inside)! > end || firstStart.get(inside)! < row) return true;
    }
    return false;
  };
  return new Set(spans.filter((span) => !isShared(span)));
}

const rowsOf = ({ row, rowSpan }: PdfCell) => ({ row, end: row + rowSpan });
