import { isAmount } from './amounts.ts';
import { median } from '../geometry.ts';
import type { PdfCell } from './pdf-table.ts';

/** Share of the cells below a head that are of another kind. */
const minShare = 0.5;
/** Cells in columns of numbers that tell a header from the first rows of a list of labels and values, which has a number here and there. */
const minNumbers = 2;
/** Words of a date or a quantity at most; text may have a number in it anywhere. */
const mostWords = 6;
/** Sizes of letters that differ by more than this factor look different. */
const otherSize = 1.08;

/**
 * Whether the first rows of a table differ from the rows below as a header does: by their looks, or by words over numbers.
 * Where they do not, they are rows like the others, as in lists of labels and values.
 */
export function differFromBelow(cells: readonly PdfCell[], rows: number): boolean {
  const heads = cells.filter(({ row }) => row < rows);
  const body = cells.filter(({ row }) => row >= rows);
  const headed = new Set(heads.map(({ column }) => column));
  const columns = [...headed].map((column) => ({
    heads: heads.filter((cell) => cell.column === column),
    body: below(column, body, headed),
  }));
  if (lookDifferent(heads, columns)) return true;
  const amounts = columns.filter(areAmounts);
  const digits = columns.filter(haveDigits);
  if (Math.max(cellsIn(amounts), cellsIn(digits)) >= minNumbers) return true;
  return amounts.length > 0 && !areRecords(heads, rows);
}

interface Column {
  readonly heads: readonly PdfCell[];
  /** The cells below them. */
  readonly body: readonly PdfCell[];
}

/** The cells below a head; where there are none, those of the columns beside it that have no head: see join-heads.ts. */
function below(column: number, body: readonly PdfCell[], headed: ReadonlySet<number>): PdfCell[] {
  const own = body.filter((cell) => cell.column === column);
  if (own.length > 0) return own;
  return body.filter((cell) => Math.abs(cell.column - column) === 1 && !headed.has(cell.column));
}

/** All heads are bold, or of one size, and in some column most cells below are not. */
function lookDifferent(heads: readonly PdfCell[], columns: readonly Column[]): boolean {
  const size = median(heads.map(sizeOf));
  const haveOneSize = heads.every((head) => !differ(sizeOf(head), size));
  const areBold = heads.every(isBold);
  return columns.some(
    ({ body }) =>
      (areBold && isMost(body, (cell) => !isBold(cell))) ||
      (haveOneSize && isMost(body, (cell) => differ(sizeOf(cell), size))),
  );
}

/** Several rows that all have a label and a value: of a header of several rows, one has none. */
function areRecords(heads: readonly PdfCell[], rows: number): boolean {
  const labelled = new Set(heads.filter(({ column }) => column === 0).map(({ row }) => row));
  return rows > 1 && labelled.size === rows;
}

function areAmounts({ body }: Column): boolean {
  return isMost(body, ({ words }) => isAmount(words));
}

function haveDigits({ heads, body }: Column): boolean {
  return !heads.some(hasDigit) && isMost(body, (cell) => hasDigit(cell) && cell.words.length <= mostWords);
}

function cellsIn(columns: readonly Column[]): number {
  return columns.reduce((sum, { body }) => sum + body.length, 0);
}

function isMost<T>(items: readonly T[], isMeant: (item: T) => boolean): boolean {
  return items.filter(isMeant).length > minShare * items.length;
}

/** Whether all letters and digits of a cell are bold, of which it has some. */
export function isBold({ words }: PdfCell): boolean {
  return (
    words.some(({ bold }) => bold) && words.every(({ text, bold }) => bold || !/[\p{L}\p{N}]/u.test(text))
  );
}

function hasDigit({ words }: PdfCell): boolean {
  return words.some(({ text }) => /\p{N}/u.test(text));
}

function sizeOf({ words }: PdfCell): number {
  return Math.max(...words.map(({ size }) => size));
}

function differ(a: number, b: number): boolean {
  return Math.max(a, b) > otherSize * Math.min(a, b);
}
