const number = /^[-+(]?[\p{Sc}]?\s?[-+]?(?:\d[\d.,' ]*|\.\d+)(?:e[-+]?\d+)?\s?[%\p{Sc}]?\)?$/iu;
const date =
  /^(?:\d{4}-\d{2}(?:-\d{2})?(?:[T ][\d:.]+(?:Z|[-+]\d{2}:?\d{2})?)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)$/;
const year = /^(?:19|20)\d{2}$/;

/** Whether a cell holds a number, a date, a time or a truth value rather than words. */
export function isValue(cell: string): boolean {
  const text = cell.trim();
  return number.test(text) || date.test(text) || /^(?:true|false)$/i.test(text);
}

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
