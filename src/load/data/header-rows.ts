const number = /^[-+(]?[\p{Sc}]?\s?[-+(]?(?:\d[\d.,' ]*|\.\d+)(?:e[-+]?\d+)?\s?[%\p{Sc}]?\)?$/iu;
const date =
  /^(?:\d{4}-\d{2}(?:-\d{2})?(?:[T ][\d:.]+(?:Z|[-+]\d{2}:?\d{2})?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)$/;
const year = /^(?:19|20)\d{2}$/;

/** Whether a cell holds a number, a date, a time or a truth value rather than words. */
export function isValue(cell: string): boolean {
  const text = cell.trim();
  return number.test(text) || date.test(text) || /^(?:true|false)$/i.test(text);
}

/** Whether a cell holds a year or a date. */
export const isDate = (cell: string): boolean => year.test(cell.trim()) || date.test(cell.trim());

/**
 * Whether the first row names the columns: it has words, no values but years and dates over other things, most cells but the
 * first are filled, and something follows. Where there are words alone below it too, no name stands twice.
 */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], second] = rows;
  if (!second) return false;
  const names = first.map((cell) => cell.trim());
  const named = names.filter((name) => name !== '');
  const unnamed = names.slice(1).filter((name) => name === '').length;
  if (unnamed * 3 > names.length || named.every(isValue)) return false;
  if (!names.every((name, column) => canName(name, (second[column] ?? '').trim()))) return false;
  if (new Set(named).size === named.length) return true;
  // A row with its first cell alone says what those below it are of.
  const body = rows.slice(1).find((row) => !isAlone(row)) ?? second;
  return body.some(isValue);
}

const isAlone = ([label = '', ...others]: readonly string[]): boolean =>
  label.trim() !== '' && others.every((cell) => cell.trim() === '');

function canName(name: string, below: string): boolean {
  if (!isValue(name)) return true;
  if (year.test(name) || date.test(name)) return !year.test(below) && !date.test(below);
  return below !== '' && !isValue(below);
}

/** Rows above a table that can hold notes. */
const mostNoteRows = 10;
const fewestNoteRows = 2;
const fewestColumns = 3;
/** Rows below the names that fill more than half of the columns. */
const fewestFullRows = 2;

/**
 * How many rows at the top are notes, words spread over some of the columns, above the row that names them all: at least two, as
 * one alone may name groups of columns. No name stands twice, a row with values follows, and no row above has
 * mostly values, which may be the end of another table.
 */
export function countNotes(rows: readonly (readonly string[])[]): number {
  const end = Math.min(rows.length, mostNoteRows + 1);
  for (let index = fewestNoteRows; index < end; index++) {
    if (!isFull(rows[index]!, rows.slice(index + 1))) continue;
    const names = rows[index]!.map((cell) => cell.trim()).filter((name) => name !== '');
    if (names.length < fewestColumns || names.some(isValue) || new Set(names).size < names.length) return 0;
    const isAbove = rows
      .slice(0, index)
      .every((row) => countFilled(row) < names.length && 2 * row.filter(isValue).length <= countFilled(row));
    const below = rows.slice(index + 1).filter((row) => 2 * countFilled(row) > names.length);
    const isTable = below.length >= fewestFullRows && (rows[index + 1] ?? []).some(isValue);
    return isAbove && isTable ? index : 0;
  }
  return 0;
}

const isFilled = (cells: readonly string[], column: number): boolean => (cells[column] ?? '').trim() !== '';

/** Whether a row fills every column that rows below it fill. */
function isFull(row: readonly string[], below: readonly (readonly string[])[]): boolean {
  return below.every((cells) =>
    cells.every((_, column) => !isFilled(cells, column) || isFilled(row, column)),
  );
}

const countFilled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;

/** How many rows at the end are notes: words alone in at most a third of the columns, below rows that fill more than half of them. */
export function countNotesBelow(rows: readonly (readonly string[])[]): number {
  const columns = Math.max(0, ...rows.slice(0, 1).map((row) => row.length));
  const last = rows.findLastIndex((row) => 3 * countFilled(row) > columns || row.some(isValue));
  const body = rows.slice(0, last + 1);
  const isTable = columns >= fewestColumns && body.length > fewestFullRows;
  return isTable && body.every((row) => 2 * countFilled(row) > columns) ? rows.length - body.length : 0;
}
