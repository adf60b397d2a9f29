import { splitSentences } from '../text/sentences.ts';

type UnitKind = 'sentence' | 'listItem' | 'tableRow' | 'code' | 'heading';

/** The least that is quoted: a whole sentence, list item, table row or line of code. Offsets into its passage. */
export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What names its subject without being part of it: headings above it, a table's header row. */
  readonly context: string;
}

export interface UnitOptions {
  /** ISO 639-1. */
  readonly language?: string;
  /** Headings known to stand in or above the passage. */
  readonly headings?: readonly string[];
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const listMarker = /^\s*(?:[-*+•◦▪‣·–]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s+\S/;
const numbered = /^\s*\d{1,3}[.)]\s+(\S.*)$/;
/** `| a | b |`, or cells set apart by two spaces or more, as loaders write tables without Markdown. */
const tableRow = /^\s*\|.*\|\s*$|[^\s.!?:;,] {2,}\S/;
const tableRule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;
const atxHeading = /^\s{0,3}#{1,6}\s/;
const fence = /^\s*(?:```|~~~)/;
const maxHeadingWords = 12;
/** Longer list items are quoted by sentence. */
const maxItemLength = 300;

/** Splits a passage into units in reading order. They do not overlap; between them stand only white space and rules. */
export function splitUnits(passage: string, options: UnitOptions = {}): Unit[] {
  const known = new Set(options.headings?.map(headingKey));
  const units: Unit[] = [];
  const headings: string[] = [];
  const all = blocks(passage);
  for (const [index, block] of all.entries()) {
    const kind = isNumberedHeading(all, index) ? 'heading' : blockKind(block, known);
    const context = headings.join('\n');
    if (kind === 'heading') {
      units.push(...block.map((line) => unit('heading', line, context)));
      headings.splice(0, headings.length, ...headings.slice(-2), ...block.map((line) => line.text.trim()));
    } else units.push(...unitsOf(kind, { passage, block, context, language: options.language }));
  }
  return units;
}

type BlockKind = 'heading' | 'table' | 'list' | 'code' | 'prose';

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
  return tableRow.test(line.text) !== tableRow.test(previous.text);
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
  if (tableRow.test(first)) return 'table';
  if (atxHeading.test(first) || block.every((line) => known.has(headingKey(line.text)))) return 'heading';
  if (listMarker.test(first)) return 'list';
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

/** A line of its own, of few words, that starts like a title and does not end like a sentence. */
function looksLikeHeading(line: string): boolean {
  const text = line.trim();
  const words = text.split(/\s+/);
  return (
    words.length <= maxHeadingWords &&
    /^[\p{Lu}\p{N}]/u.test(text) &&
    !/[.!?:;,…。！？：；|]["”’)]*$/u.test(text)
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
}

function unitsOf(kind: Exclude<BlockKind, 'heading'>, parts: BlockContext): Unit[] {
  if (kind === 'table') return tableUnits(parts);
  if (kind === 'code') {
    return parts.block
      .filter((line) => !fence.test(line.text))
      .map((line) => unit('code', line, parts.context));
  }
  return kind === 'list' ? listUnits(parts) : sentenceUnits(parts, extent(parts));
}

/** Rows, each with the header row as its context: the one above the rule, or else the first. */
function tableUnits({ block, context }: BlockContext): Unit[] {
  const ruleAt = block.findIndex((line) => tableRule.test(line.text));
  const header = block[Math.max(0, ruleAt - 1)]?.text ?? '';
  return block.flatMap((line, index) => {
    if (tableRule.test(line.text)) return [];
    if (index < ruleAt) return [unit('heading', line, context)];
    return [unit('tableRow', line, index === 0 ? context : `${context}\n${header}`)];
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
