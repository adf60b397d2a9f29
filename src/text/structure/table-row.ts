import { plainCells } from './columns.ts';
import { withoutMarkup } from './markup.ts';

/** `| a | b |`, as loaders write the rows of tables. */
const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function isTableRow(line: string): boolean {
  return row.test(line);
}

/** Whether a line is what stands between the header of a table and its other rows. */
export function isTableRule(line: string): boolean {
  return rule.test(line);
}

/** What stands in each cell of a row, as it reads; in plain text spaces or dots set them apart. */
export function cellsOf(line: string): string[] {
  if (!isTableRow(line)) return plainCells(line.trim());
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

/** Text, as long as before, in which `·` stands between cells, and nothing around rows and in place of rules. */
export function withoutBars(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (isTableRule(line)) return ' '.repeat(line.length);
      if (!isTableRow(line)) return line;
      let isAfterText = false;
      return line
        .split(/(?<!\\)\|/)
        .map((cell, index) => {
          const isText = cell.trim() !== '';
          const bar = index === 0 ? '' : isText && isAfterText ? '·' : ' ';
          isAfterText ||= isText;
          return bar + cell;
        })
        .join('');
    })
    .join('\n');
}

/** Longer ones are notes. */
const longestGroup = 120;
/** Rows that one name stands for, at most. */
const mostInGroup = 200;
const numbers = /^[\p{Nd}\s.,%$€£/()–-]+$/u;
/** Of a cell, at least one; there may be very many rows. */
const withoutValue = /\|\s*\|/;
const period = /^(?:1[89]|20)\p{Nd}{2}(?:\s?[/–-]\s?\p{Nd}{2,4})?$/u;

/**
 * Whether a row without values says what the rows below it are of: `| Current assets: | | |`, or `| 2024 | | |` over one that begins
 * with words.
 */
export function isGroupRow(line: string, below: string | undefined): boolean {
  if (below === undefined || !withoutValue.test(line) || !isTableRow(line)) return false;
  const cells = cellsOf(line);
  const filled = cells.filter(hasText);
  const [name] = filled;
  if (cells.length === 1 || filled.length !== 1 || name!.length > longestGroup || /[.。]$/u.test(name!))
    return false;
  if (period.test(name!)) return /\p{L}{2}/u.test(cellsOf(below)[0] ?? '');
  return !numbers.test(name!);
}

/**
 * Which rows above the one at an index say what it is of, the outermost first. A row between that repeats the name, such as
 * `Total current assets`, ends its group; nothing stands over a row that names a group itself. A row may lack values as well, so that
 * one is taken that shows what it is: by a colon, capitals, a year, a total below it, or rows that have the same name elsewhere.
 */
export function groupsOver<Row extends { readonly text: string }>(
  rows: readonly Row[],
  index: number,
): Row[] {
  const isGroup = (at: number) => isGroupRow(rows[at]!.text, rows[at + 1]?.text);
  if (isGroup(index)) return [];
  const least = Math.max(0, index - mostInGroup);
  const most = Math.min(rows.length, index + mostInGroup);
  let last = index - 1;
  while (last >= least && !isGroup(last)) last -= 1;
  if (last < least) return [];
  let first = last;
  while (first > least && isGroup(first - 1)) first -= 1;
  let end = index + 1;
  while (end < most && !isGroup(end)) end += 1;
  const groups = rows.slice(first, last + 1);
  const name = groupName(rows[last]!.text).toLowerCase();
  const label = labelOf(rows[index]!.text);
  const isNamed = ({ text }: Row) => labelOf(text).toLowerCase().includes(name);
  const isAlike = ({ text }: Row) => labelOf(text) === label;
  if (rows.slice(last + 1, index).some(isNamed)) return [];
  const isSure =
    groups.some(({ text }) => isMarked(text)) ||
    rows.slice(index, end).some(isNamed) ||
    (label !== '' && [...rows.slice(least, first), ...rows.slice(end, most)].some(isAlike));
  return isSure ? groups : [];
}

/** `Assets:`, `ASSETS`, `2024`: nobody is called so. */
function isMarked(line: string): boolean {
  const name = cellsOf(line).find(hasText) ?? '';
  return /[:：]$/.test(name) || period.test(name) || (/\p{Lu}{2}/u.test(name) && !/\p{Ll}/u.test(name));
}

/** What a row without values says, without its colon. */
const groupName = (line: string): string =>
  cellsOf(line)
    .filter(hasText)
    .join(' ')
    .replace(/[:：]$/, '')
    .trimEnd();

/**
 * Whether the first row of a table says what those below it say of other things, and is no header: `| Due date | 3 March |`,
 * `| Client: | Acme |`. Markdown has a header over every table, also where there is none.
 */
export function isValueRow(line: string): boolean {
  if (saysPairs(line)) return true;
  const cells = isTableRow(line) ? cellsOf(line) : line.trim().split(/ {2,}|\t/);
  const [label = '', value = ''] = cells;
  return (
    cells.length === 2 &&
    /\p{L}/u.test(label) &&
    hasText(value) &&
    !period.test(value) &&
    /\p{N}/u.test(value)
  );
}

const labelEnd = /[:：]$/;
/** `Order ID: OD3041`, where the label is short and what follows is no word and no date. */
const saysId = /^[^:：]{1,40}[:：]\s?(?=\S{0,40}\p{N})(?=\S{0,40}\p{L}|\S{0,40}\p{N}{5})/u;

/**
 * Whether a row, be it the first of its table, has labels and values in turn, `| Client: | Acme | Due: | 3 March |`, or begins with a cell
 * that has both: it heads no others.
 */
export function saysPairs(line: string): boolean {
  const cells = isTableRow(line) ? cellsOf(line) : line.trim().split(/ {2,}|\t/);
  const labels = cells.filter((_, column) => column % 2 === 0);
  const values = cells.filter((_, column) => column % 2 === 1).filter(hasText);
  if (saysId.test(cells[0]!)) return true;
  if (
    labels.length * 2 !== cells.length ||
    values.length === 0 ||
    values.some((value) => labelEnd.test(value))
  )
    return false;
  const named = labels.filter((label) => label !== '');
  const isOne = cells.length === 2 && named.length === 1 && !period.test(values[0]!);
  return (named.length > 1 || isOne) && named.every((label) => labelEnd.test(label) && hasText(label));
}

/** Whether rows of two columns say amounts of some things and words of others, as forms do: one header would not be of all. */
export function sayOfMany(lines: readonly string[]): boolean {
  const rows = lines.map((line) => (isTableRow(line) ? cellsOf(line) : []));
  const values = new Set(rows.flatMap(([, value = '']) => (hasText(value) ? [/\p{N}/u.test(value)] : [])));
  const areNames = rows.every(({ length, 0: name = '' }) => length === 2 && /^\p{L}/u.test(name));
  return areNames && values.size === 2;
}

export function hasText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** The mark of a note behind a name: `Net income (1)`, `Inventories*`. */
const noteMark = /\s?(?:\(\p{Nd}{1,2}\)|[*†‡]{1,3})$/u;

/** What names a row: its first cell with a letter, or the year or the number that it begins with; of a line without cells, all of it. */
export function labelOf(line: string): string {
  const cells = cellsOf(line);
  const label = cells.find((cell) => /\p{L}/u.test(cell)) ?? cells[0]!;
  return label.replace(noteMark, '');
}

const amount = /^[\p{Nd}\p{Sc}\s.,:'’()%‰+–—−-]*$/u;

/** Whether a row says nothing but numbers of what names it; `F5`, `p. 45` and `2/3` are none. */
export function saysNumbers(line: string): boolean {
  const label = labelOf(line);
  const values = cellsOf(line).filter((cell) => hasText(cell) && !cell.startsWith(label));
  return values.length > 0 && values.every((cell) => amount.test(cell));
}

/**
 * What a row says below the heads that are asked for, beside its first: its cells below these, and those to the right of them without a
 * head of their own. All of the row where none is asked for.
 */
export function cellsUnder(header: string, line: string, isAsked: (head: string) => boolean): string {
  const heads = cellsOf(header);
  const asked = heads.map((head, column) => column > 0 && hasText(head) && isAsked(head));
  if (!asked.includes(true) || (!isTableRow(line) && cellsOf(line).length !== heads.length)) return line;
  const chosen = heads.map((head, column) => {
    const owner = hasText(head) ? column : heads.findLastIndex((other, at) => at < column && hasText(other));
    return asked[owner] ?? false;
  });
  return cellsOf(line)
    .filter((_, column) => chosen[column])
    .join(' ');
}

/** Names without those that are a part of another one: `Unit` beside `Price from 10 units`. */
export const wholeNames = (names: readonly string[]): string[] => {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter(
    (_, at) => !folded.some((other) => other !== folded[at] && other.includes(folded[at]!)),
  );
};

/** The columns that a head stands over: its own, and those to the right of it without a head. */
export function columnsUnder(heads: readonly string[], head: number): number[] {
  const next = heads.findIndex((other, column) => column > head && hasText(other));
  const end = next < 0 ? heads.length : next;
  return Array.from({ length: end - head }, (_, index) => head + index);
}

/**
 * Where the one value of a row stands below a head: in its column, or in one to the right of it that has no head of its own. Undefined
 * where there are several, or a sign that belongs to it stands in a cell of its own: `(`, `%`.
 */
export function valueColumn(
  heads: readonly string[],
  cells: readonly string[],
  head: number,
): number | undefined {
  const filled = columnsUnder(heads, head).filter((column) => !/^\p{Sc}?$/u.test(cells[column] ?? ''));
  return heads[head] !== '' && filled.length === 1 && hasText(cells[filled[0]!]!) ? filled[0] : undefined;
}

/** Where a cell of a row stands in it, without the space around it. */
export function cellSpan(line: string, column: number): { readonly start: number; readonly end: number } {
  const bars = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const [from, to] = [bars[column]! + 1, bars[column + 1] ?? line.length];
  const cell = line.slice(from, to);
  const start = from + cell.length - cell.trimStart().length;
  return { start, end: start + cell.trim().length };
}

/** The cells of each line of a quote, without dots that lead to the next cell; undefined when it has other lines than rows. */
export function rowsOf(quote: string): string[][] | undefined {
  const lines = quote.split('\n');
  if (!lines.every(isTableRow)) return undefined;
  return lines.filter((line) => !isTableRule(line)).map((line) => cellsOf(line).map(withoutLeader));
}

/** Dots that a cell ends with, from which on they lead to the next one. */
const fewestDots = 4;

function withoutLeader(cell: string): string {
  let end = cell.length;
  let dots = 0;
  for (; end > 0 && '. \u00a0'.includes(cell[end - 1]!); end--) if (cell[end - 1] === '.') dots++;
  return dots >= fewestDots ? cell.slice(0, end) : cell;
}

/**
 * Rows as a person reads them, with what their header says of each cell, the rows that say what they are of, and the caption of their
 * table, which often tells what amounts are in: `Probes › Revenue in thousands: New · 2025: 41,260 · 2024: 38,910 (Results by segment)`. Text that is no row
 * comes back as it is, but for the signs of Markdown.
 *
 * @param head column of the head that is asked for (`Citation.cell`): of a year or a quarter, what stands below others is left out
 */
export function describeRows(quote: string, context?: string, caption?: string, head?: number): string {
  const [header = '', ...groups] = context?.split('\n') ?? [];
  const heads = cellsOf(header);
  const over = groups.map((group) => `${groupName(group)} › `).join('');
  const rivals = head === undefined ? [] : rivalsOf(heads, head);
  const described = rowsOf(quote)?.map((cells) => {
    const pair = pairIn(cells);
    const named = cells.map((cell, column) => {
      if (rivals.includes(column)) return '';
      const name = heads[column] ?? '';
      return name === '' || cell === '' || pair.includes(column) ? cell : `${name}: ${cell}`;
    });
    return over + named.filter((cell) => cell !== '').join(' · ');
  });
  if (described === undefined) return withoutMarkup(quote);
  return `${withoutMarkup(described.join('\n'))}${caption === undefined ? '' : ` (${caption})`}`;
}

const time = /(?<!\p{Nd})(?:1[5-9]|20)\p{Nd}{2}(?!\p{Nd})|(?<!\p{L})(?:FY|Q[1-4])/u;

/** The columns of other times than that of a head. */
function rivalsOf(heads: readonly string[], head: number): number[] {
  if (!time.test(heads[head] ?? '')) return [];
  const own = columnsUnder(heads, head);
  return [...heads.keys()]
    .filter((column) => time.test(heads[column]!))
    .flatMap((column) => columnsUnder(heads, column))
    .filter((column) => !own.includes(column));
}

/** The columns of a label with a colon, and of its value behind it, alone below others, as totals are: the heads there are of other things. */
function pairIn(cells: readonly string[]): number[] {
  const filled = [...cells.keys()].filter((column) => cells[column] !== '');
  const [label = 0] = filled;
  const isPair = filled.length === 2 && label > 0 && labelEnd.test(cells[label]!);
  return isPair ? filled : [];
}
