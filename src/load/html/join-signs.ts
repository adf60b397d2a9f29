import { isNumberText } from '../tables/amount.ts';
import type { PlacedCell } from './place-cells.ts';

const opening = /^(?:\(?\p{Lu}{0,3}\p{Sc}\s?\(?|\()$/u;
const closing = /^[)%]+$/;

/** Joins the signs that a row has in cells of their own to the number beside them: `$`, `(1,253` and `)`. */
export function joinSigns(row: readonly PlacedCell[]): PlacedCell[] {
  const joined: PlacedCell[] = [];
  for (const cell of row) {
    const before = joined.at(-1);
    if (before && isBeside(before, cell) && isOneNumber(before.text, cell.text)) {
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
  return closing.test(right) && isNumberText(left.replace(/^(\(?)\p{Lu}{0,3}\p{Sc}\s?/u, '$1'));
}
