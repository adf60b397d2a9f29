import { splitSentences } from '../text/sentences.ts';
import { areSettings, settingsOf } from './settings.ts';
import { cellsOf, hasText, isTableRow, isTableRule } from './table-row.ts';

type UnitKind = 'sentence' | 'listItem' | 'tableRow' | 'code' | 'heading';

/** The least that is quoted: a whole sentence, list item or setting, table row or line of code. Offsets into its passage. */
export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What names its subject without being part of it: headings above it, and the heads of a row. */
  readonly context: string;
  /** Of a row: the header of its table, and the row without values that it stands below. */
  readonly heads?: string;
}

export interface UnitOptions {
  /** ISO 639-1. */
  readonly language?: string;
  /** Headings known to stand in or above the passage. */
  readonly headings?: readonly string[];
  /** The header row of the table that the passage begins in, below that. */
  readonly tableHeader?: string;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const listMarker = /^\s*(?:[-*+•◦▪‣·–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S/;
const numbered = /^\s*\d{1,3}[.)]\s+(\S.*)$/;
/** Cells set apart by two spaces or more, as in plain text. */
const alignedRow = /[^\s.!?:;,] {2,}\S/;
const atxHeading = /^\s{0,3}#{1,6}\s/;
const fence = /^\s*(?:```|~~~)/;
const maxHeadingWords = 12;
/** `Statements of Earnings, $ and shares in millions, except per share amounts`, over a table. */
const maxTableTitleWords = 30;
/** Longer list items are quoted by sentence. */
const maxItemLength = 300;

/** Splits a passage into units in reading order. They do not overlap; between them stand only white space and rules. */
export function splitUnits(passage: string, options: UnitOptions = {}): Unit[] {
  const { language, tableHeader } = options;
  const known = new Set(options.headings?.map(headingKey));
  const units: Unit[] = [];
  const headings: string[] = [];
  const all = blocks(passage);
  for (const [index, block] of all.entries()) {
    const isTitle = isNumberedHeading(all, index) || isTableTitle(all, index);
    const kind = isTitle ? 'heading' : blockKind(block, known);
    const context = headings.join('\n');
    if (kind === 'heading') {
      units.push(...block.map((line) => unit('heading', line, context)));
      headings.splice(0, headings.length, ...headings.slice(-2), ...block.map((line) => line.text.trim()));
    } else {
      const header = index === 0 ? tableHeader : undefined;
      units.push(...unitsOf(kind, { passage, block, context, language, tableHeader: header }));
    }
  }
  return units;
}

type BlockKind = 'heading' | 'table' | 'list' | 'code' | 'settings' | 'prose';

/** Lines that belong together: table rows, one list item with its continuation, a fenced block, a paragraph. */
function blocks(passage: string): Line[][] {
  const result: Line[][] = [];
  let current: Line[] = [];
  let fenced = false;
  for (const line of lines(passage)) {
    const marker = fence.test(line.text);
    if (!fenced && (marker || line.text.trim() === '' || startsBlock(line, current.at(-1)))) {
      result.push(current);
      current = [];
    }
    if (marker) fenced = !fenced;
    if (line.text.trim() !== '') current.push(line);
  }
  result.push(current);
  return result.filter((block) => block.length > 0);
}

function startsBlock(line: Line, previous: Line | undefined): boolean {
  if (previous === undefined) return false;
  if (atxHeading.test(line.text) || atxHeading.test(previous.text) || listMarker.test(line.text)) return true;
  return isRow(line.text) !== isRow(previous.text);
}

function isRow(line: string): boolean {
  return isTableRow(line) || alignedRow.test(line);
}

function lines(passage: string): Line[] {
  const result: Line[] = [];
  let start = 0;
  for (const text of passage.split('\n')) {
    result.push({ start, end: start + text.length, text });
    start += text.length + 1;
  }
  return result;
}

function blockKind(block: readonly Line[], known: ReadonlySet<string>): BlockKind {
  const first = block[0]?.text ?? '';
  if (fence.test(first)) return 'code';
  if (isRow(first)) return 'table';
  if (atxHeading.test(first) || block.every((line) => known.has(headingKey(line.text)))) return 'heading';
  if (listMarker.test(first)) return 'list';
  if (areSettings(block)) return 'settings';
  return block.length === 1 && looksLikeHeading(first) ? 'heading' : 'prose';
}

/** `7. Warranty` on a line of its own, with no other list item before or after it. */
function isNumberedHeading(all: readonly (readonly Line[])[], index: number): boolean {
  const [line, ...more] = all[index] ?? [];
  const title = numbered.exec(line?.text ?? '')?.[1];
  const isItem = (block: readonly Line[] | undefined) => listMarker.test(block?.[0]?.text ?? '');
  if (title === undefined || more.length > 0 || isItem(all[index - 1]) || isItem(all[index + 1]))
    return false;
  return looksLikeHeading(title);
}

/** A line of its own right over a table. */
function isTableTitle(all: readonly (readonly Line[])[], index: number): boolean {
  const [line, ...more] = all[index] ?? [];
  const [below] = all[index + 1] ?? [];
  if (line === undefined || more.length > 0 || isRow(line.text) || listMarker.test(line.text)) return false;
  return isTableRow(below?.text ?? '') && looksLikeHeading(line.text, maxTableTitleWords);
}

/** A line of its own, of few words, that starts like a title and does not end like a sentence. */
function looksLikeHeading(line: string, maxWords = maxHeadingWords): boolean {
  const text = line.trim();
  const words = text.split(/\s+/);
  return (
    words.length <= maxWords && /^[\p{Lu}\p{N}]/u.test(text) && !/[.!?:;,…。！？：；|]["”’)]*$/u.test(text)
  );
}

function headingKey(text: string): string {
  return text
    .replace(/^\s*#+\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

interface BlockContext {
  readonly passage: string;
  readonly block: readonly Line[];
  readonly context: string;
  readonly language: string | undefined;
  readonly tableHeader: string | undefined;
}

function unitsOf(kind: Exclude<BlockKind, 'heading'>, parts: BlockContext): Unit[] {
  if (kind === 'table') return tableUnits(parts);
  if (kind === 'code') {
    return parts.block
      .filter((line) => !fence.test(line.text))
      .map((line) => unit('code', line, parts.context));
  }
  if (kind === 'settings') return settingUnits(parts);
  return kind === 'list' ? listUnits(parts) : sentenceUnits(parts, extent(parts));
}

/** Rows, each with its heads: the header of its table, and the last row above it that has no values. */
function tableUnits({ block, context, tableHeader }: BlockContext): Unit[] {
  const isHeaded = tableHeader === undefined && isTableRule(block[1]?.text ?? '');
  const header = isHeaded ? block[0]!.text.trim() : (tableHeader ?? '');
  const head = isHeaded && hasText(header) ? [unit('heading', block[0]!, context)] : [];
  return [...head, ...rowUnits(block.slice(isHeaded ? 2 : 0), { header, context })];
}

/** In plain text nothing tells the header from the other rows, so the first is both. */
function rowUnits(rows: readonly Line[], { header, context }: { header: string; context: string }): Unit[] {
  let heads = [header];
  return rows.map((line, index) => {
    const isGroup = isWithoutValues(line.text);
    if (isGroup) heads = [header];
    const over = heads.filter(hasText).join('\n');
    if (isGroup || (index === 0 && !isTableRow(line.text))) heads = [header, line.text.trim()];
    const around = [context, over].filter((text) => text !== '').join('\n');
    return { ...unit('tableRow', line, around), heads: over };
  });
}

/** `| Current assets: | | |`: what it says holds of the rows below it. */
function isWithoutValues(line: string): boolean {
  const [label = '', ...values] = isTableRow(line) ? cellsOf(line) : [];
  return hasText(label) && values.length > 0 && !values.some(hasText);
}

/** Each is an item with the keys over it beside it. */
function settingUnits(parts: BlockContext): Unit[] {
  return settingsOf(parts.block).flatMap(({ lines: block, over }) => {
    const context = [parts.context, ...over].filter((text) => text !== '').join('\n');
    return listUnits({ ...parts, block, context });
  });
}

function listUnits(parts: BlockContext): Unit[] {
  const item = extent(parts);
  if (item.text.length <= maxItemLength) return [unit('listItem', item, parts.context)];
  const marker = /^\s*\S+\s+/.exec(item.text)?.[0].length ?? 0;
  const body = { start: item.start + marker, end: item.end, text: item.text.slice(marker) };
  return sentenceUnits(parts, body).map((sentence, index) =>
    index === 0
      ? unit(
          'listItem',
          { ...item, end: sentence.end, text: item.text.slice(0, sentence.end - item.start) },
          parts.context,
        )
      : sentence,
  );
}

function sentenceUnits({ context, language }: BlockContext, range: Line): Unit[] {
  return splitSentences(range.text, language).map(({ start, end }) =>
    unit(
      'sentence',
      { start: range.start + start, end: range.start + end, text: range.text.slice(start, end) },
      context,
    ),
  );
}

function extent({ passage, block }: BlockContext): Line {
  const start = block[0]?.start ?? 0;
  const end = block.at(-1)?.end ?? start;
  return { start, end, text: passage.slice(start, end) };
}

/** Trims white space off the line. */
function unit(kind: UnitKind, line: Line, context: string): Unit {
  const text = line.text.trim();
  const start = line.start + (line.text.length - line.text.trimStart().length);
  return { kind, start, end: start + text.length, text, context };
}
