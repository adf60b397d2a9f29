import { isValue } from './header-rows.ts';

/** How a file separates and quotes its cells. */
export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
  /** Cells in most rows. */
  readonly columns: number;
  /** Share of the rows that have so many, 0…1. */
  readonly agreement: number;
}

/** Of two that fit equally, the first is meant: commas also stand in numbers and in text. */
const delimiters = ['\t', ';', '|', ','] as const;
const sampleRows = 200;
const sampleChars = 16_384;
/** Of a table that nobody promised. */
const fewestRows = 3;
/** On average, in a table of one column. */
const longestCell = 100;

/** The delimiter by which most rows at a text's beginning have equally many cells, and more than one. */
export function csvDialect(text: string): CsvDialect {
  const sample = text.slice(0, sampleChars);
  const declared = /^sep=([^\n])\n/i.exec(sample)?.[1];
  const quote = quoteOf(sample);
  const lines = linesOf(sample, quote);
  const dialects = (declared ? [declared] : delimiters).map((delimiter) => measure(lines, delimiter, quote));
  return dialects.reduce((best, next) => (fitOf(next) > fitOf(best) ? next : best));
}

const fitOf = ({ columns, agreement }: CsvDialect) => (columns > 1 ? agreement : 0);

function measure(lines: readonly string[], delimiter: string, quote: string): CsvDialect {
  const rows = cellsOf(lines, delimiter);
  const columns = mostCommon(rows.map(({ length }) => length));
  const agreement = rows.filter(({ length }) => length === columns).length / Math.max(1, rows.length);
  return { delimiter, quote, columns, agreement };
}

/** The first lines with text, with a mark in place of what is quoted. */
function linesOf(sample: string, quote: string): string[] {
  const quoted = new RegExp(`(?<=^|[\\n\\t;|,])${quote}(?:[^${quote}]|${quote}${quote})*(?:${quote}|$)`, 'g');
  const lines = sample.trim().replaceAll(quoted, '"').split('\n');
  return lines.filter((line) => line.trim() !== '').slice(0, sampleRows);
}

/** The cells of the lines; not those of the last one where the sample's end seems to cut it. */
function cellsOf(lines: readonly string[], delimiter: string): string[][] {
  const rows = lines.map((line) => line.split(delimiter));
  const isCut = rows.length > 2 && rows.at(-1)!.length < rows.at(-2)!.length;
  return isCut ? rows.slice(0, -1) : rows;
}

/** Apostrophes quote where there are no quotation marks and cells stand between them. */
function quoteOf(sample: string): '"' | "'" {
  if (sample.includes('"')) return '"';
  const quoted = sample.match(/(?<=^|[\t;|,\n])'[^'\n]*'(?=[\t;|,\n]|$)/g) ?? [];
  return quoted.length >= 2 ? "'" : '"';
}

function mostCommon(counts: readonly number[]): number {
  const frequency = new Map<number, number>();
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  const [best] = [...frequency].sort(([, a], [, b]) => b - a);
  return best?.[0] ?? 0;
}

/**
 * Whether a text is a table: rows of as many cells each, and a column of values under its first row. One that was promised
 * may have irregular rows, or a single column of short ones.
 */
export function isCsv(text: string, isPromised: boolean): boolean {
  const sample = text.slice(0, sampleChars);
  if (!isPromised && sample.trim().split('\n').length < fewestRows) return false;
  const { delimiter, quote, columns, agreement } = csvDialect(sample);
  if (!isPromised && (columns < 2 || agreement < 1 || sample.trimStart().startsWith('|'))) return false;
  const rows = cellsOf(linesOf(sample, quote), delimiter);
  if (isPromised)
    return columns > 1 ? agreement > 0.5 : sample.length / Math.max(1, rows.length) <= longestCell;
  const [, ...data] = rows;
  return (
    data.length >= fewestRows - 1 && data[0]!.some((_, column) => data.every((row) => isValue(row[column]!)))
  );
}
