import { isAmountText } from './amount.ts';
import { groupBy } from '../../util/lists/group-by.ts';

/** A cell with text, as far as it tells whether it heads others. */
export interface CellLook {
  /** From 0, the top and left of what it covers. */
  readonly row: number;
  readonly column: number;
  /** In one line. */
  readonly text: string;
  /** All of its letters and digits, of which it has some. */
  readonly isBold: boolean;
  /** Of its largest letters, in any unit. */
  readonly size: number;
}

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
export function differFromBelow(cells: readonly CellLook[], rows: number): boolean {
  const heads = cells.filter(({ row }) => row < rows);
  const headed = byColumn(heads);
  const body = byColumn(cells.filter(({ row }) => row >= rows));
  const columns = [...headed].map(([column, own]) => ({
    heads: own,
    body: body.get(column) ?? besideOf(column, body, headed),
  }));
  if (lookDifferent(heads, columns)) return true;
  const amounts = columns.filter(areAmounts);
  const digits = columns.filter(haveDigits);
  if (Math.max(cellsIn(amounts), cellsIn(digits)) >= minNumbers) return true;
  return amounts.length > 0 && !areRecords(heads, rows);
}

interface Column {
  readonly heads: readonly CellLook[];
  /** The cells below them; where there are none, those of the columns beside that have no head. */
  readonly body: readonly CellLook[];
}

type ByColumn = ReadonlyMap<number, readonly CellLook[]>;

const byColumn = (cells: readonly CellLook[]): ByColumn => groupBy(cells, ({ column }) => column);

function besideOf(column: number, body: ByColumn, headed: ByColumn): CellLook[] {
  return [column - 1, column + 1].flatMap((beside) => (headed.has(beside) ? [] : (body.get(beside) ?? [])));
}

/** All heads are bold, or of one size, and in some column most cells below are not. */
function lookDifferent(heads: readonly CellLook[], columns: readonly Column[]): boolean {
  const { size } = heads[0]!;
  const haveOneSize = heads.every((head) => !differ(head.size, size));
  const areBold = heads.every(({ isBold }) => isBold);
  return columns.some(
    ({ body }) =>
      (areBold && isMost(body, ({ isBold }) => !isBold)) ||
      (haveOneSize && isMost(body, (cell) => differ(cell.size, size))),
  );
}

/** Several rows that all have a label and a value: of a header of several rows, one has none. */
function areRecords(heads: readonly CellLook[], rows: number): boolean {
  const labelled = new Set(heads.filter(({ column }) => column === 0).map(({ row }) => row));
  return rows > 1 && labelled.size === rows;
}

function areAmounts({ body }: Column): boolean {
  return isMost(body, ({ text }) => isAmountText(text));
}

function haveDigits({ heads, body }: Column): boolean {
  return !heads.some(hasDigit) && isMost(body, (cell) => hasDigit(cell) && isShort(cell));
}

function cellsIn(columns: readonly Column[]): number {
  return columns.reduce((sum, { body }) => sum + body.length, 0);
}

function isMost<T>(items: readonly T[], isMeant: (item: T) => boolean): boolean {
  return items.filter(isMeant).length > minShare * items.length;
}

function hasDigit({ text }: CellLook): boolean {
  return /\p{N}/u.test(text);
}

function isShort({ text }: CellLook): boolean {
  return text.split(' ').length <= mostWords;
}

function differ(a: number, b: number): boolean {
  return Math.max(a, b) > otherSize * Math.min(a, b);
}
