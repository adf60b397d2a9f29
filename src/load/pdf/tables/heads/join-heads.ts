import { isAmount } from '../amounts.ts';
import type { Interval } from '../columns.ts';
import type { PdfCell } from '../pdf-table.ts';

/** Widest gap between a head and amounts that are set beside it, in sizes of the head. */
const maxGap = 2;

/**
 * Makes one column of a head without anything below it and of the amounts without a head beside it: "2023" in the middle
 * of a column whose amounts are set flush right. A head goes to the nearer amounts.
 */
export function joinHeads(
  columns: readonly Interval[],
  cells: readonly PdfCell[],
  headerRows: number,
): Interval[] {
  const joined = new Set<number>();
  for (const left of loneHeads(columns, cells, headerRows))
    if (!joined.has(left - 1) && !joined.has(left + 1)) joined.add(left);
  return columns.flatMap((column, index) => {
    if (joined.has(index - 1)) return [];
    return [joined.has(index) ? { x0: column.x0, x1: columns[index + 1]!.x1 } : column];
  });
}

/** The left ones of neighbouring columns of which one is a head and the other lacks one, nearest first. */
function loneHeads(columns: readonly Interval[], cells: readonly PdfCell[], headerRows: number): number[] {
  const own = columns.map((_, index) =>
    cells.filter(({ column, columnSpan }) => column === index && columnSpan === 1),
  );
  const gapAfter = (index: number): number => columns[index + 1]!.x0 - columns[index]!.x1;
  const isBeside = (head: readonly PdfCell[], values: readonly PdfCell[], gap: number): boolean =>
    head.length > 0 &&
    head.every(({ row }) => row < headerRows) &&
    values.every(({ row }) => row >= headerRows) &&
    values.some(({ words }) => isAmount(words)) &&
    gap < maxGap * head[0]!.words[0]!.size;
  return [...columns.keys()]
    .slice(0, -1)
    .filter((left) => {
      const [a, b, gap] = [own[left]!, own[left + 1]!, gapAfter(left)];
      return isBeside(a, b, gap) || isBeside(b, a, gap);
    })
    .sort((a, b) => gapAfter(a) - gapAfter(b));
}
