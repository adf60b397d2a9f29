import { isAmount, type LineCell } from './line-cells.ts';
import { type Column, columnsUnder } from './table-columns.ts';

/** Characters that a part may reach into the column beside it. */
const leeway = 2;

/** A cell that reaches over several columns as one in each, where between them it has two spaces, or one beside an amount. */
export function splitAtColumns(cell: LineCell, columns: readonly Column[]): LineCell[] {
  if (cell.text.length !== cell.end - cell.start || isAmount(cell.text)) return [cell];
  const { first, end } = columnsUnder(columns, cell);
  const parts: LineCell[] = [];
  let { start } = cell;
  const isLabel = cell.start < columns[first]!.start;
  for (let column = isLabel ? first : first + 1; column < end; column++) {
    const at = placeBetween(cell, { left: columns[column - 1], right: columns[column]! });
    if (at === undefined || at <= start) continue;
    parts.push({ start, end: at, text: cell.text.slice(start - cell.start, at - cell.start).trim() });
    start = at;
  }
  parts.push({ start, end: cell.end, text: cell.text.slice(start - cell.start).trim() });
  return parts;
}

/** Where a cell parts between two columns: spaces that the columns have between them. */
function placeBetween(
  { start, text }: LineCell,
  { left, right }: { readonly left: Column | undefined; readonly right: Column },
): number | undefined {
  const from = Math.max(0, (left?.end ?? 0) - leeway - start);
  for (let at = Math.min(text.length - 1, right.start + leeway - start); at > from; at--) {
    if (text[at] !== ' ') continue;
    const isWide = text[at - 1] === ' ';
    const after = text.slice(at + 1).split(' ', 1)[0]!;
    const before = text
      .slice(Math.max(0, at - 20), at)
      .split(' ')
      .at(-1)!;
    if (isWide || isAmount(after) || (left !== undefined && isAmount(before))) return start + at;
  }
  return undefined;
}
