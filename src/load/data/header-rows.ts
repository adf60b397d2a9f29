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
 * Whether the first row names the columns: it has words and no values but years, most cells but the first are filled, no name
 * stands twice, and something follows.
 */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  const [first = [], second] = rows;
  if (!second) return false;
  const names = first.map((cell) => cell.trim());
  const named = names.filter((name) => name !== '');
  const unnamed = names.slice(1).filter((name) => name === '').length;
  if (unnamed * 3 > names.length || named.every(isValue)) return false;
  if (names.some((name, column) => isValue(name) && !isYearOver(name, second[column] ?? ''))) return false;
  return new Set(named).size === named.length;
}

function isYearOver(name: string, below: string): boolean {
  return year.test(name) && !year.test(below.trim());
}
