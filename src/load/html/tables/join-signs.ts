import { isAmountText, isNumberText } from '../../tables/amount.ts';
import type { PlacedCell } from './place-cells.ts';

const opening = /^(?:\(?\p{Lu}{0,3}\p{Sc}\s?\(?|\()$/u;
const closing = /^[)%]+$/;

/**
 * Joins the signs that rows have in cells of their own to the number beside them: `$`, `(1,253` and `)`. Heads keep theirs, and so do
 * columns of units or currencies: those with a head of their own beside that of the numbers, or with words beside numbers.
 *
 * @param bodyFrom the first row below the heads.
 */
export function joinSigns(rows: readonly (readonly PlacedCell[])[], bodyFrom: number): PlacedCell[][] {
  const headed = new Set<number>();
  const worded = new Set<number>();
  for (const row of rows)
    for (const [index, { row: at, column, columnSpan, text }] of row.entries()) {
      if (columnSpan > 1 || text === '') continue;
      if (at < bodyFrom) headed.add(column);
      else if (/\p{L}/u.test(text) && !opening.test(text)) {
        if (isNumberText(row[index - 1]?.text ?? '') || isNumberText(row[index + 1]?.text ?? ''))
          worded.add(column);
      }
    }
  const isUnit = (sign: PlacedCell, number: PlacedCell) =>
    worded.has(sign.column) || (headed.has(sign.column) && headed.has(number.column));
  return rows.map((row, index) => (index < bodyFrom ? [...row] : joinInRow(row, isUnit)));
}

function joinInRow(
  row: readonly PlacedCell[],
  isUnit: (sign: PlacedCell, number: PlacedCell) => boolean,
): PlacedCell[] {
  const joined: PlacedCell[] = [];
  for (const cell of row) {
    const before = joined.at(-1);
    const isJoined = before && isBeside(before, cell) && isOneNumber(before.text, cell.text);
    if (isJoined && !(opening.test(before.text) ? isUnit(before, cell) : isUnit(cell, before))) {
      joined[joined.length - 1] = {
        ...before,
        elements: [...before.elements, ...cell.elements],
        text: before.text + cell.text,
        columnSpan: before.columnSpan + cell.columnSpan,
      };
    } else joined.push(cell);
  }
  return joined;
}

function isBeside(left: PlacedCell, right: PlacedCell): boolean {
  return left.rowSpan === right.rowSpan && left.column + left.columnSpan === right.column;
}

function isOneNumber(left: string, right: string): boolean {
  if (opening.test(left)) return isNumberText(right);
  return closing.test(right) && isAmountText(left.replace(/^(\(?)\p{Lu}{0,3}\p{Sc}\s?/u, '$1'));
}
