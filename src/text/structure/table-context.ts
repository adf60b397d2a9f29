import { lineSpans, type Span } from '../spans.ts';
import { knownLanguages, wordsOf } from '../words/words-of.ts';
import { groupsOver, isTableRow, isTableRule, saysPairs } from './table-row.ts';

/** What a row of a table is to be read with; spans are of the document's text. */
export interface TableContext {
  /** Of the whole table, its rule included. */
  readonly table: Span;
  /** The row at the offset. */
  readonly row: Span;
  /** Cells of the header row by column; an empty one has no length. None where the table has no header. */
  readonly header: readonly Span[];
  /** The line above that says what the table shows: a caption, a title, a sentence that leads up to it. */
  readonly caption?: Span;
  /** What its amounts are in, as a bracket says it: `(Dollars in millions)`, in the header, the caption or between. */
  readonly unit?: Span;
}

/** A line above a table that is longer is a paragraph, of which the last sentence may lead up to it. */
const longestCaption = 300;
/** Lines above a table that may be its unit and caption. */
const mostAbove = 3;
const wideSpan = 2000;
const contentsLink = /^table of contents$/i;

const brackets = /[(（](?:\p{Sc}|[^()（）|\n]{2,120})[)）]/gu;
/** Of a unit: a currency, a share, or words without any number; notes such as `(1)` and years are none. */
const isUnit = (bracket: string) =>
  /[\p{Sc}%‰]/u.test(bracket) || (/\p{L}{2}/u.test(bracket) && !/\d/.test(bracket));
/** A currency or several words; one word may be part of a name: `(Loss)`, `(Unaudited)`. */
const isFullUnit = (bracket: string) => /[\p{Sc}%‰]|\p{L}\s+\p{L}/u.test(bracket);
const stop = /[.!?。！？]["”’»)\]]*$/u;

/**
 * The table that an offset is in, with its header, caption and unit of measure; undefined outside of tables. Tables stand
 * in every document's text as Markdown. Nothing is made up: each span is of the text, and what is not there is absent.
 */
export function tableContext(text: string, offset: number): TableContext | undefined {
  const row = lineAt(text, offset);
  if (!isRow(text, row)) return undefined;
  const table = tableAround(text, row);
  const first = lineAt(text, table.start);
  const second = lineAt(text, first.end + 1);
  const hasHeader = second.end <= table.end && isTableRule(text.slice(second.start, second.end));
  const isHeader = hasHeader && !saysPairs(text.slice(first.start, first.end));
  const header = isHeader ? cellSpans(text, first) : [];
  const { caption, units } = above(text, table.start);
  const found = [...unitInHeader(text, header), ...units];
  const unit = found.find((span) => isFullUnit(text.slice(span.start, span.end))) ?? found[0];
  const isNamed = header.some(({ start, end }) => end > start);
  return {
    table,
    row,
    header: isNamed ? header : [],
    ...(caption === undefined ? {} : { caption }),
    ...(unit === undefined ? {} : { unit }),
  };
}

/**
 * What says what the row at an offset is of: the header row of its table, then rows without values that it stands below. None outside
 * tables, for the header row itself, and where neither has text.
 */
export function tableHeadsOver(text: string, offset: number): string[] {
  const context = tableContext(text, offset);
  if (context === undefined) return [];
  const header = lineAt(text, context.table.start);
  const rule = lineAt(text, header.end + 1);
  const isHeaded = isTableRule(text.slice(rule.start, rule.end));
  const body = isHeaded ? rule.end + 1 : context.table.start;
  if (context.row.start < body) return [];
  const rows = rowsAround(text, { start: body, end: context.table.end }, context.row);
  const at = rows.findIndex(({ start }) => start === context.row.start);
  if (at < 0) return []; // an indented table, whose rows are read as code
  const groups = groupsOver(rows, at).map((group) => group.text);
  const isNamed = isHeaded && context.header.length > 0;
  if (!isNamed && groups.length === 0) return [];
  const head = isHeaded ? text.slice(header.start, header.end).trim() : '||';
  return [saysPairs(head) ? '||' : head, ...groups];
}

/** Characters of a table before and behind a row in which the rows stand that say what it is of. */
const groupSpan = 20_000;

/** The rows around one, as far as they may say what it is of. */
function rowsAround(text: string, body: Span, row: Span): (Span & { readonly text: string })[] {
  const start = lineAt(text, Math.max(body.start, row.start - groupSpan)).start;
  const end = Math.min(body.end, lineAt(text, row.end + groupSpan).end);
  return lineSpans(text, start, end).map((line) => ({ ...line, text: text.slice(line.start, line.end) }));
}

/** The line of the text around an offset, without its end. */
function lineAt(text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const found = text.indexOf('\n', Math.max(offset, start));
  return { start, end: found < 0 ? text.length : found };
}

function isRow(text: string, { start, end }: Span): boolean {
  // Nearly all rows begin and end with a bar, and there may be very many.
  if (text[start] === '|' && text[end - 1] === '|') return end - start > 1;
  return isTableRow(text.slice(start, end));
}

function tableAround(text: string, row: Span): Span {
  let { start, end } = row;
  for (let line = row; start > 0; start = line.start) {
    line = lineAt(text, start - 1);
    if (!isRow(text, line)) break;
  }
  for (let line = row; end < text.length; end = line.end) {
    line = lineAt(text, end + 1);
    if (!isRow(text, line)) break;
  }
  return { start, end };
}

/** Cells between bars; a bar behind a backslash is text. */
function cellSpans(text: string, { start, end }: Span): Span[] {
  const cells: Span[] = [];
  let from = text.indexOf('|', start) + 1;
  for (let at = from; at < end; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '|') {
      cells.push(lineSpans(text, from, at)[0] ?? { start: from, end: from });
      from = at + 1;
    }
  }
  return cells;
}

/** The last bracket of a span that may tell a unit. */
function unitIn(text: string, { start, end }: Span): Span | undefined {
  const found = [...text.slice(start, end).matchAll(brackets)].findLast(([bracket]) => isUnit(bracket));
  return found && { start: start + found.index, end: start + found.index + found[0].length };
}

/** Of the header cells that have text, the first that may have the unit of all: one stands over the names of the rows, or the first values. */
const firstHeads = 2;

/**
 * What amounts are in, as the header says it: by a currency or a scale, over its first columns by several words, or over several columns
 * by one code or sign of a currency. One word may be of a name, `Income (Loss)`; other brackets, and what stands close to a word, are of
 * their column alone.
 */
function unitInHeader(text: string, header: readonly Span[]): Span[] {
  const filled = header.filter(({ start, end }) => end > start);
  const ofCurrency: Span[] = [];
  const units = filled.flatMap((cell, index) => {
    const unit = unitIn(text, cell);
    if (unit === undefined || (unit.start > cell.start && !/\s/.test(text[unit.start - 1]!))) return [];
    const bracket = text.slice(unit.start, unit.end);
    if (saysCurrency(bracket)) ofCurrency.push(unit);
    if (oneSign.test(bracket)) return [];
    return saysScale(bracket) || (index < firstHeads && isFullUnit(bracket)) ? [unit] : [];
  });
  const said = new Set(ofCurrency.map(({ start, end }) => text.slice(start, end)));
  if (units.length === 0 && said.size === 1 && ofCurrency.length > 1) return ofCurrency.slice(0, 1);
  return units.slice(0, 1);
}

const oneSign = /^.\p{Sc}.$/u;
const currencyCodes = new Set(Intl.supportedValuesOf('currency'));
/** Whether a bracket has a code such as `EUR`, in capitals, or is one sign. */
const saysCurrency = (bracket: string): boolean =>
  oneSign.test(bracket) || (bracket.match(/\p{L}+/gu) ?? []).some((word) => currencyCodes.has(word));

const scales = new Set(
  knownLanguages.flatMap((language) =>
    Object.values(wordsOf(language).scales).flatMap((names) =>
      names.split('|').flatMap((name) => [name, `${name}s`]),
    ),
  ),
);

const saysScale = (bracket: string): boolean =>
  /\p{Sc}/u.test(bracket) || (bracket.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => scales.has(word));

/** The lines right above a table, the nearest first, up to the one that is its caption. */
function above(text: string, table: number): { caption?: Span; units: Span[] } {
  const lines = lineSpans(text, Math.max(0, table - wideSpan), table)
    .reverse()
    // The number of a page may stand between, or the link to the contents that pages of filings begin with.
    .filter(({ start, end }) => /\p{L}/u.test(text.slice(start, end)))
    .filter(({ start, end }) => !contentsLink.test(text.slice(start, end)))
    .slice(0, mostAbove);
  const units: Span[] = [];
  for (const line of lines) {
    if (text[line.start] === '|') break;
    const unit = unitIn(text, line);
    if (unit) units.push(unit);
    if (unit && unit.start === line.start && unit.end === line.end) continue;
    const caption = captionIn(text, line);
    return caption === undefined ? { units: units.filter((one) => one !== unit) } : { caption, units };
  }
  return { units };
}

/** A line that is no paragraph, or the sentence at the end of one that ends in a colon. */
function captionIn(text: string, { start, end }: Span): Span | undefined {
  const line = text.slice(start, end);
  const isLeadIn = /[:：]$/.test(line);
  if (end - start <= longestCaption) return isLeadIn || !stop.test(line) ? { start, end } : undefined;
  if (!isLeadIn) return undefined;
  const last = [...line.matchAll(/[.!?。！？]\s+(?=\p{Lu}|\p{Lo})/gu)].at(-1);
  return last === undefined ? undefined : { start: start + last.index + last[0].length, end };
}
