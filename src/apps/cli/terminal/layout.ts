/** Text for terminals: wrapping, tables, paths, counts. */
import { relative, sep } from 'node:path';
import { uncoloured } from './terminal-text.ts';

/** Columns of the output: what `COLUMNS` says, also of a pipe, else those of the terminal. */
const outputColumns = () => Number(process.env['COLUMNS']) || process.stdout.columns;

export const terminalWidth = () => Math.min(outputColumns() || 100, 110);

/** Of tables: what is piped is whole. */
export const tableWidth = () => (outputColumns() ? terminalWidth() : Infinity);

/** Words wrapped to `width` columns, every line indented by `indent` spaces. */
export function wrap(text: string, { width = terminalWidth(), indent = 0 } = {}): string[] {
  const room = Math.max(20, width - indent);
  const lines: string[] = [''];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1)!;
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > room) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => ' '.repeat(indent) + line);
}

/** Facts with dots between them, broken between two facts where there is room for each. */
export function wrapFacts(facts: readonly string[], { width = terminalWidth(), indent = 0 } = {}): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const longer = `${lines.at(-1)} · ${fact}`;
    if (lines.length > 0 && widthOf(longer) <= width - indent) lines[lines.length - 1] = longer;
    else lines.push(fact);
  }
  return lines.flatMap((line) => wrap(line, { width, indent }));
}

/** What takes two columns of a terminal: East Asian letters and signs. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/g;

/** Columns, those of colours not counted. */
function widthOf(text: string): number {
  const shown = uncoloured(text);
  return shown.length + (shown.match(wide)?.length ?? 0);
}

/** At most `length` characters, cut at a word with an ellipsis. */
export function shorten(text: string, length: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  if (flat.length <= length) return flat;
  const cut = flat.slice(0, length - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length / 2)).trimEnd()}…`;
}

/** Columns as wide as their widest cell; numbers to the right, those of a column where some are missing too. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => formatCell(cell)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column]!))));
  const isNumeric = header.map(
    (_, column) =>
      rows.some((row) => typeof row[column] === 'number') &&
      rows.every((row) => typeof row[column] === 'number' || row[column] === ''),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const room = ' '.repeat(widths[column]! - widthOf(cell));
        return isNumeric[column] ? room + cell : cell + room;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** A table of at most `width` columns: those that do not fit follow below, each part under the first column again. */
export function foldedTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  width = outputColumns() || Infinity,
): string[] {
  const partOf = (start: number, end: number) => {
    const part = <Cell>([first, ...others]: readonly Cell[]) => [first!, ...others.slice(start, end)];
    return table(part(header), rows.map(part));
  };
  const parts: string[][] = [];
  for (let start = 0, end = 0; end < header.length - 1; start = end) {
    end = header.length - 1;
    while (end > start + 1 && widthOfAll(partOf(start, end)) > width) end -= 1;
    parts.push(partOf(start, end));
  }
  return parts.flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

export const widthOfAll = (lines: readonly string[]) => Math.max(...lines.map((line) => widthOf(line)));

/** A column that may be narrower than its widest cell. */
interface ElasticColumn {
  readonly column: number;
  /** Columns that stay in any case. */
  readonly least: number;
  readonly cut: (text: string, width: number) => string;
}

/** A table of at most `width` columns where the elastic ones let it be; the first of them gives way first. */
export function fittingTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { elastic, width = tableWidth() }: { readonly elastic: readonly ElasticColumn[]; readonly width?: number },
): string[] {
  let fitted = rows;
  for (const { column, least, cut } of elastic) {
    const excess = widthOfAll(table(header, fitted)) - width;
    const widest = Math.max(...fitted.map((row) => widthOf(String(row[column]))));
    const length = Math.max(least, widest - Math.max(0, excess));
    fitted = fitted.map((row) =>
      row.map((cell, index) => (index === column && typeof cell === 'string' ? cut(cell, length) : cell)),
    );
  }
  return table(header, fitted);
}

/** At most `width` columns, the end or the beginning of a name left out. */
export const cutEnd = (text: string, width: number) =>
  widthOf(text) <= width ? text : `${firstOf([...text], width - 1).join('')}…`;
export const cutStart = (text: string, width: number) =>
  widthOf(text) <= width
    ? text
    : `…${firstOf([...text].reverse(), width - 1)
        .reverse()
        .join('')}`;

/** As many of the characters as fit into columns. */
function firstOf(characters: string[], width: number): string[] {
  let left = width;
  const end = characters.findIndex((character) => (left -= widthOf(character)) < 0);
  return end === -1 ? characters : characters.slice(0, end);
}

const formatCell = (cell: string | number) => (typeof cell === 'number' ? formatCount(cell) : cell);

/** `12,345`. By hand: what knows of languages takes 20 ms when it is first used. */
export const formatCount = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}

export const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A text in which paths below this folder begin here. */
export const withLocalPaths = (text: string): string => text.replaceAll(/(?<!\S)\/\S+/g, displayPath);

/** A word as a shell takes it. */
export const quoteForShell = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A path as it is shortest to type from here. */
export function displayPath(path: string): string {
  const local = relative(process.cwd(), path);
  return path.startsWith(sep) && !local.startsWith('..') && local !== '' ? local : path;
}
