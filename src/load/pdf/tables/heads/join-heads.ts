import { isAmount } from '../amounts.ts';
import type { Interval } from '../columns.ts';
import type { PdfCell } from '../pdf-table.ts';

/** Widest gap between a head and amounts that are set beside it, in sizes of the head. */
const maxGap = 2;

/**
 * Joins columns that hold nothing but a head to one beside: to amounts that have no head, the nearest first, as "2023" in the middle of a column
 * whose amounts are set flush right; and to the one before where both beside have heads below it, as "Gas" in the space between "Unit rate" and
 * "Standing charge".
 */
export function joinHeads(
  columns: readonly Interval[],
  cells: readonly PdfCell[],
  headerRows: number,
): Interval[] {
  const places = columns.map(({ x0, x1 }, index) => {
    const own = cells.filter(({ column, columnSpan }) => column === index && columnSpan === 1);
    const over = cells.filter((cell) => cell.x0 < x1 && cell.x1 > x0);
    const isHeaded = own.some(({ row }) => row < headerRows);
    return {
      lowest: Math.max(...over.map(({ row }) => row)),
      head: own.every(({ row }) => row < headerRows) ? own[0] : undefined,
      isHeadless: !isHeaded && own.some(({ words }) => isAmount(words)),
    };
  });
  const gapAfter = (left: number): number => columns[left + 1]!.x0 - columns[left]!.x1;
  const isOne = (left: number): boolean => {
    const [a, b] = [places[left]!, places[left + 1]!];
    const head = a.isHeadless ? b.head : b.isHeadless ? a.head : undefined;
    return head !== undefined && gapAfter(left) < maxGap * head.words[0]!.size;
  };
  const isBeforeGroup = (left: number): boolean =>
    left > 0 &&
    places[left + 1]!.lowest < headerRows - 1 &&
    [left, left + 2].every((beside) => (places[beside]?.lowest ?? -1) >= headerRows);
  const lefts = [...columns.keys()].slice(0, -1);
  const pairs = [
    ...lefts.filter(isOne).sort((a, b) => gapAfter(a) - gapAfter(b)),
    ...lefts.filter(isBeforeGroup),
  ];
  /** The left ones of two columns that are one. */
  const joined = new Set<number>();
  for (const left of pairs) if (!joined.has(left - 1) && !joined.has(left + 1)) joined.add(left);
  return columns.flatMap((column, index) => {
    if (joined.has(index - 1)) return [];
    return [joined.has(index) ? { x0: column.x0, x1: columns[index + 1]!.x1 } : column];
  });
}
