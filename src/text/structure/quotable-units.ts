import type { Block, Passage } from '../../types.ts';
import type { Span } from '../spans.ts';
import { captionTitle, isCaptioned } from './caption.ts';
import { columnRows } from './columns.ts';
import { isForm, saysValue } from './label.ts';
import { quoteDepth, withoutQuoteMarks } from './quoted-lines.ts';
import { splitSentences } from './sentences.ts';
import {
  cellsOf,
  groupsOver,
  hasText,
  isGroupRow,
  isTableRow,
  isTableRule,
  isValueRow,
  sayOfMany,
} from './table-row.ts';

type UnitKind = 'sentence' | 'listItem' | 'tableRow' | 'code' | 'heading';

/** The least that is quoted: a whole sentence, list item, table row or line of code. Offsets into its passage. */
export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Headings that stand over it in its passage, outermost first, and the line over its table or the statement that leads in to its list. */
  readonly context: readonly string[];
  /** The statement that leads in to its list. */
  readonly leadIn?: string;
  /** Of a row: the header row of its table, then the rows without values that it stands below. */
  readonly heads: readonly string[];
  /** Of a sentence: the few words with which its paragraph begins, as a title does: `Governing law. This Agreement …`. */
  readonly runIn?: string;
  /** What the number of its list or table is within the passage: items of one list are parts of one answer. */
  readonly block: number;
}

export interface UnitOptions {
  /** ISO 639-1. */
  readonly language?: string;
  /** Headings known to stand in or above the passage. */
  readonly headings?: readonly string[];
  /** As `tableHeadsOver` gives them for the beginning of the passage. */
  readonly tableHeads?: readonly string[];
  /** Its listings and programs, as `codeIn` gives them; where they are not known, what stands in fences. */
  readonly code?: readonly Span[] | undefined;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface PassageLine extends Line {
  readonly isRow: boolean;
  /** Which of the listings of the passage it is part of. */
  readonly listing: number | undefined;
}

/** Also in what mails quote. */
const listMarker = /^[\s>]*(?:[-*+•◦▪‣·–\uE000-\uF8FF]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]{2,5}\))\s+\S/u;
/** The number of a clause: `11.2 It has no debts`, `20.2.1. on the day`. */
const clauseNumber = /^\s*\d{1,3}(?:(?:\.\d{1,3}){2,3}[.)]?|\.\d{1,3}(?:[.)]|(?=\s+\p{Lu})))\s+\S/u;
const decimal = /^\s*\d{1,3}(?:\.\d{1,3})+[.)]?\s/;
const clauseEnd = /[:;–—]\s*$|[;,] (?:and|or)\s*$/;
/** `4.1 it has the capacity`: what a sentence above leads in to. */
const clauseInNumbers = /^\d{1,3}(?:\.\d{1,3})+\s+\p{Ll}/u;
const leadsIn = /[:：–—]$/;
const numberedTitle = /^\s*\d{1,3}(?:\.\d{1,3})*[.)]?\s+(\S.*)$/;
const atxHeading = /^\s{0,3}#{1,6}\s/;
const fence = /^\s*(?:```|~~~)/;
/** `retention_days: 30`, `name = "x"`, `server:`, `[client]`. */
const setting = /^\s*(?:[\p{L}_][\p{L}\p{N}_.-]*\s?[:=]|\[[^\]]+\]$)/u;
/** `Warranty ........ 12`: a line of a contents page. */
const leader = /(?<!\. ?)\.(?: ?\.){3,} ?\d+[ |]*$/;
const maxHeadingWords = 12;
const maxRunInWords = 5;
/** A line right over a table may be longer: it names the table and its unit of measure. */
const maxCaptionWords = 30;
/** Lines that a title in capitals has at most. */
const mostTitleLines = 3;
/** Longer items and sentences, in characters, are quoted by their parts. */
const longest = 600;

/** Splits a passage into units in reading order. They do not overlap; between them stand only white space and rules. */
export function splitUnits(passage: string, options: UnitOptions = {}): Unit[] {
  const known = new Set(options.headings?.map(headingKey));
  const units: Unit[] = [];
  const headings: string[] = [];
  let leadIn: LeadIn | undefined;
  const all = blocks(passage, known, options.code);
  for (const [index, block] of all.entries()) {
    if (isRuledHead(all, index)) {
      units.push(...block.map((line) => unit('heading', line, { context: [...headings], block: index })));
    } else if (isHeading(all, index, known)) {
      units.push(...block.map((line) => unit('heading', line, { context: [...headings], block: index })));
      headings.splice(0, headings.length, ...headings.slice(-2), ...block.map((line) => line.text.trim()));
      leadIn = undefined;
    } else {
      const isUnderRule = isRuledHead(all, index - 2);
      const ruled = isUnderRule ? all[index - 2]!.map(({ text }) => text.trim()) : undefined;
      const tableHeads = index === 0 ? options.tableHeads : ruled;
      if (leadIn !== undefined && !isBelow(block[0]!.text, leadIn)) leadIn = undefined;
      const context = leadIn === undefined ? [...headings] : [...headings, leadIn.text];
      const parts = { passage, block, number: index, context, tableHeads };
      const own = unitsOf({ ...parts, language: options.language });
      const over = leadIn?.text;
      units.push(...(over === undefined ? own : own.map((one) => ({ ...one, leadIn: over }))));
      const last = own.at(-1);
      if (last !== undefined && leadsIn.test(last.text)) leadIn = { text: last.text };
    }
  }
  return units;
}

/** A statement that ends in a colon, and how its items are marked, once there is one. */
interface LeadIn {
  readonly text: string;
  itemMark?: string;
}

/** Whether a line is an item of what a statement leads in to: all have one mark, and that is not its own. */
function isBelow(line: string, leadIn: LeadIn): boolean {
  if (!listMarker.test(line) && !decimal.test(line)) return false;
  const mark = markOf(line);
  leadIn.itemMark ??= mark === markOf(leadIn.text) ? undefined : mark;
  return mark === leadIn.itemMark;
}

/** How an item is marked, whichever it is: `d.d` for `4.1 …`, `(a)` for `(b) …`, with the spaces before. */
const markOf = (line: string): string =>
  (/^[\s>]*[^\s\p{L}\p{N}]?(?:[\d.]+|\p{L}{1,4}(?=[.)]))?[.)]?/u.exec(line)?.[0] ?? '')
    .replaceAll(/\d+/g, 'd')
    .replaceAll(/\p{L}+/gu, 'a');

/** A line that ends like no sentence, right above another one: only its document's sections tell whether it is a heading. */
const tightLine = /(?<![^\n])[^\S\n]*[^\s|][^\n]{0,199}[^\s.!?:;,…。！？：；|]\n(?=[^\S\n]*[^\s|])/mu;

/** A line alone with a colon: a title, or a value with its label. */
const loneLine = /(?<![^\n])[^\S\n]*[^\s|][^\n:：]{0,199}[:：][^\n]{1,199}\n[^\S\n]*\n/u;

export const mayHoldHeading = (passage: string): boolean => tightLine.test(passage) || loneLine.test(passage);

/** Lines that belong together: table rows, one list item with its continuation, a listing, a known heading, a paragraph. */
function blocks(
  passage: string,
  known: ReadonlySet<string>,
  code: readonly Span[] | undefined,
): PassageLine[][] {
  const result: PassageLine[][] = [[]];
  for (const line of linesOf(passage, code)) {
    const isEmpty = withoutQuoteMarks(line.text).trim() === '';
    if (isEmpty ? line.listing === undefined : startsBlock(line, result.at(-1)!, known)) result.push([]);
    if (!isEmpty) result.at(-1)!.push(line);
  }
  const all = result.filter((block) => block.length > 0);
  // Where no indentation is kept, as in a PDF, an option stands as a paragraph over the one that explains it.
  return all.flatMap((block, index) => {
    if (isOptionAlone(all[index - 1]) && areSentences(block)) return [];
    const next = all[index + 1];
    return isOptionAlone(block) && areSentences(next) ? [[...block, ...next]] : [block];
  });
}

/** `-k --keep`, `--level=N`. */
const option = /^\s*(?:--\p{L}|-\p{L}(?=[ ,=]|$))/u;

const isOptionAlone = (block: readonly PassageLine[] | undefined): boolean =>
  block?.length === 1 && block[0]!.listing === undefined && option.test(block[0]!.text) && isTerm(block[0]!);

const areSentences = (block: readonly PassageLine[] | undefined): block is readonly PassageLine[] =>
  block?.[0]!.listing === undefined &&
  /^\s*\p{Lu}/u.test(block?.[0]!.text ?? '') &&
  /[.!?…]\s*$/u.test(block!.at(-1)!.text);

/** The lines of a passage; which ones are rows the lines of their paragraph tell. */
function linesOf(passage: string, code: readonly Span[] | undefined): PassageLine[] {
  const texts = passage.split('\n');
  const isRow = texts.map(isTableRow);
  let from = 0;
  for (const [index, text] of [...texts, ''].entries()) {
    if (text.trim() !== '' && !isTableRow(text)) continue;
    for (const [offset, is] of columnRows(texts.slice(from, index).map(withoutQuoteMarks)).entries())
      isRow[from + offset] = is;
    from = index + 1;
  }
  let start = 0;
  const lines = texts.map((text) => {
    const line = { start, end: start + text.length, text };
    start = line.end + 1;
    return line;
  });
  const listings = code === undefined ? fenced(texts) : lines.map((line) => listingAt(line, code));
  return lines.map((line, index) => {
    const listing = listings[index];
    return { ...line, listing, isRow: listing === undefined && isRow[index]! && !isRule(line.text) };
  });
}

function listingAt({ start, end }: Line, code: readonly Span[]): number | undefined {
  const index = code.findIndex((span) => span.start < end && start < span.end);
  return index < 0 ? undefined : index;
}

/** Which fences each line stands in, or is. */
function fenced(lines: readonly string[]): (number | undefined)[] {
  let opened = 0;
  let isOpen = false;
  return lines.map((text) => {
    const isFence = fence.test(text);
    if (isFence && !isOpen) opened += 1;
    const isInside = isOpen || isFence;
    if (isFence) isOpen = !isOpen;
    return isInside ? opened : undefined;
  });
}

function startsBlock(line: PassageLine, block: readonly PassageLine[], known: ReadonlySet<string>): boolean {
  const previous = block.at(-1);
  if (previous === undefined) return false;
  if (line.listing !== undefined || previous.listing !== undefined) return line.listing !== previous.listing;
  if (atxHeading.test(line.text) || atxHeading.test(previous.text) || listMarker.test(line.text)) return true;
  if (isKnown(line.text, known) || isKnown(previous.text, known)) return true;
  if (block.length === 1 && isTitleAbove(previous.text, line.text)) return true;
  if (clauseNumber.test(line.text) && /[.:;]\s*$|[;,] (?:and|or)\s*$/.test(previous.text)) return true;
  if (decimal.test(line.text) && clauseEnd.test(previous.text)) return true;
  return line.isRow !== previous.isRow || quoteDepth(line.text) !== quoteDepth(previous.text);
}

/** Whether the first line of a paragraph is its title: in capitals, or numbered and much shorter. What goes on in small letters is no text of its own. */
function isTitleAbove(first: string, second: string): boolean {
  if (!/^\s*[\p{Lu}\p{Lo}\p{N}]/u.test(second)) return false;
  const title = numberedTitle.exec(first)?.[1] ?? first;
  if (isInCapitals(title)) return !/[\p{Lo}\p{N}]/u.test(title) && /\p{Ll}/u.test(second);
  return isNumberedTitle(first) && 2 * first.length <= second.length;
}

const hasAmount = (text: string): boolean =>
  /\p{Nd}/u.test(text.replaceAll(/(?<!\p{Nd})(?:19|20)\p{Nd}{2}(?!\p{Nd})/gu, ''));
const isRule = (text: string): boolean => /^[\s=─-]+$/.test(text) && /[=─-]{3}/.test(text);

/** A row of words and years above a rule and other rows: what these are of. Rules stand above totals as well. */
function isRuledHead(all: readonly (readonly PassageLine[])[], index: number): boolean {
  const [head, rule, below] = [all[index], all[index + 1], all[index + 2]];
  const areRows = [head, below].every((block) => block?.[0]!.isRow === true && !isTableRow(block[0].text));
  const isFirst = !isRule(all[index - 1]?.[0]!.text ?? '') && head?.length === 1 && !hasAmount(head[0]!.text);
  return areRows && isFirst && rule?.length === 1 && isRule(rule[0]!.text);
}

/** A title, a caption, a numbered title that is no list item, or a line of a contents page. */
function isHeading(
  all: readonly (readonly PassageLine[])[],
  index: number,
  known: ReadonlySet<string>,
): boolean {
  const block = all[index]!;
  const [{ text, isRow, listing }] = block as [PassageLine];
  if (listing !== undefined) return false;
  if (block.every((line) => leader.test(line.text))) return true;
  if (isRow) return false;
  if (atxHeading.test(text) || block.every((line) => isKnown(line.text, known))) return true;
  if (
    block.length <= mostTitleLines &&
    block.every(({ text: line }) => isInCapitals(line) && !isStatement(line))
  )
    return true;
  if (block.length > 1) return false;
  const next = all[index + 1]?.[0];
  const below = next?.listing === undefined ? (next?.text ?? '') : '';
  if (isTableRow(below) && !listMarker.test(text)) return looksLikeTitle(text, maxCaptionWords);
  if (!listMarker.test(text)) {
    return (looksLikeTitle(text, maxHeadingWords) && !isStatement(text)) || onlyNamesFigure(text);
  }
  return isNumberedTitle(text) && ![all[index - 1], all[index + 1]].some(isShortItem);
}

/** `Due date: 3 March`: a label with what it says, and no caption. */
const isStatement = (line: string): boolean => saysValue(line) && !isCaptioned(line.trim());

/** `2. Definitions`, `7. Other Terms.`, `9. Application:`: a title that ends in a stop or colon is one word, or has capitals at all its long words. */
function isNumberedTitle(line: string): boolean {
  const title = numberedTitle.exec(line)?.[1]?.trim() ?? '';
  const words = title.match(/\p{L}{4,}/gu) ?? [];
  const isCapitalised =
    (words.length > 1 || !/\s/.test(title)) && words.every((word) => /^\p{Lu}/u.test(word));
  return looksLikeTitle(isCapitalised ? title.replace(/[.:]$/, '') : title, maxHeadingWords);
}

/** Whether a line alone reads as a title, with its number or without one. */
export const readsAsTitle = (line: string): boolean =>
  looksLikeTitle(line, maxHeadingWords) || isNumberedTitle(line);

/** A number that is no year. */
const amount = /(?<![\p{N}.,])(?!(?:1[89]|20)\p{Nd}{2}(?!\p{Nd}))\p{Nd}/u;

/** `Figure 1. Sales by region in 2024 and 2025.`, and so of a table: it says what is to be seen there, and answers nothing. */
function onlyNamesFigure(text: string): boolean {
  const title = captionTitle(text)?.replace(/\.$/, '') ?? '';
  return !amount.test(title) && !/[.!?] /.test(title) && looksLikeTitle(title, maxHeadingWords);
}

/** An item that is as short as a title: such ones one below the other are a list, longer ones stand below their title. */
const isShortItem = (block: readonly Line[] | undefined): boolean =>
  block?.length === 1 &&
  listMarker.test(block[0]!.text) &&
  block[0]!.text.split(/\s+/, maxHeadingWords + 1).length <= maxHeadingWords;

const isInCapitals = (line: string): boolean =>
  looksLikeTitle(line, maxHeadingWords) && /\p{Lu}{2}/u.test(line) && !/\p{Ll}/u.test(line);

/** Few words that start like a title and do not end like a sentence. */
function looksLikeTitle(line: string, maxWords: number): boolean {
  const text = line.trim();
  return (
    text.split(/\s+/, maxWords + 1).length <= maxWords &&
    /^(?:§{1,2}\s?)?[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !/[.!?:;,…。！？：；|–—]["”’)]*$/u.test(text) &&
    !clauseEnd.test(text) &&
    !clauseInNumbers.test(text) &&
    !(/\p{Script=Han}/u.test(text) && text.length > 2 * maxWords)
  );
}

const isKnown = (line: string, known: ReadonlySet<string>): boolean =>
  known.size > 0 && line.length <= longest && known.has(headingKey(line));

/** A heading without its marks, also where a list of contents names it and leads to it. */
function headingKey(text: string): string {
  return text
    .replace(/^\s*(?:#+|[-*+•]|\d{1,3}[.)])\s*/, '')
    .replace(/^\[([^\]]*)\]\([^)]*\)$/, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

interface BlockParts {
  readonly passage: string;
  readonly block: readonly PassageLine[];
  readonly number: number;
  readonly context: readonly string[];
  readonly language: string | undefined;
  readonly tableHeads: readonly string[] | undefined;
}

/** `core.bigFile`, `--force`, `MAX_SIZE`, `depth=1`. */
const nameInCode = /[\p{L}\p{N}][._=]\p{L}|(?:^|\s)--?\p{L}|[`<>(=$@]/u;

/** Whether the first line of an item is a name in code that longer lines below it explain: without it none of their sentences says of what it is. */
const explainsTerm = ([term, first]: readonly Line[]): boolean =>
  first !== undefined &&
  2 * term!.text.length <= first.text.length &&
  nameInCode.test(term!.text.trimStart().replace(/^\S+\s/u, '')) &&
  !/[.!?:;,…。！？：；]\s*$/u.test(term!.text);

const maxTermWords = 8;
const wordsIn = (text: string): number => text.trim().split(/\s+/).length;
const indentOf = ({ text }: Line): number => text.search(/\S|$/);

/** Few words that end like no sentence. */
const isTerm = ({ text }: Line): boolean =>
  wordsIn(text) <= maxTermWords && !/[.!?:;,…。！？：；]\s*$/u.test(text);

/** The first line of a paragraph, where those below stand further to the right and explain it, or it is an option of a command. */
function termOf([term, first, ...rest]: readonly Line[]): string | undefined {
  if (first === undefined || !isTerm(term!) || listMarker.test(term!.text)) return undefined;
  const isIndented =
    indentOf(first) > indentOf(term!) && rest.every((line) => indentOf(line) >= indentOf(first));
  return isIndented || option.test(term!.text) ? term!.text.trim() : undefined;
}

function unitsOf(parts: BlockParts): Unit[] {
  const { passage, block, number, context } = parts;
  const { text, isRow, listing } = block[0]!;
  const place = { context, block: number };
  if (listing !== undefined) {
    return block.filter((line) => !fence.test(line.text)).map((line) => unit('code', line, place));
  }
  if (isRow) {
    return block.every(isField) ? block.map((line) => unit('listItem', line, place)) : rowUnits(parts);
  }
  const isSettings = block.length > 1 && block.every((line) => setting.test(line.text));
  if (isSettings || isForm(block.map((line) => line.text))) {
    return block.map((line) => unit('listItem', line, place));
  }
  const start = block[0]!.start;
  const end = block.at(-1)!.end;
  const whole = { start, end, text: passage.slice(start, end) };
  const term = termOf(block);
  const isNameOver = term !== undefined && nameInCode.test(term);
  const longestItem = isNameOver || explainsTerm(block) ? longest : longest / 2;
  if ((isNameOver || listMarker.test(text)) && whole.text.length <= longestItem)
    return [unit('listItem', whole, place)];
  const [first, ...rest] = sentencesOf(parts, whole);
  const isTitled = rest.length > 0 && (isNumberedTitle(first!.text) || onlyNamesFigure(first!.text));
  if (first === undefined) return [];
  if (!isTitled) {
    const title = rest.length > 0 && isRunIn(first.text, rest[0]!.text) ? first.text.trim() : term;
    const runIn = title === undefined ? {} : { runIn: title };
    return [
      unit('sentence', first, place),
      ...rest.map((sentence) => unit('sentence', sentence, { ...place, ...runIn })),
    ];
  }
  const below = { ...place, context: [...context, first.text.trim()] };
  return [unit('heading', first, place), ...rest.map((sentence) => unit('sentence', sentence, below))];
}

/** A label with its value, which a colon parts: `Name   : Wu`. */
const field = /^[^:：]{1,80}[:：]\s+\S/u;
/** Fields beside one another are a row: whose they are stands in the first. */
const besideField = /(?<=[^\s:：]) {2,}(?=[^\s:：])/;

const isField = ({ text }: Line): boolean =>
  !isTableRow(text) && field.test(text) && saysValue(text) && !besideField.test(text.trim());

/** Whether a paragraph begins with a few words that end like a sentence and stand as a title before a longer one. */
const isRunIn = (first: string, second: string): boolean =>
  first.trim().split(/\s+/, maxRunInWords + 1).length <= maxRunInWords &&
  2 * first.length <= second.length &&
  /^[*_]*[\p{Lu}\p{Lo}]/u.test(first) &&
  /[.:：。][*_]{0,3}$/u.test(first.trimEnd());

/** The sentences of a span; a very long one by its clauses, which end at a semicolon. */
function sentencesOf({ language }: BlockParts, { start, text }: Line): Line[] {
  return splitSentences(text, language).flatMap((span) => {
    const sentence = text.slice(span.start, span.end);
    const pieces = sentence.length > longest ? sentence.split(/(?<=[;；])\s/) : [sentence];
    let from = span.start;
    return pieces.map((piece) => {
      const line = { start: start + from, end: start + from + piece.length, text: piece };
      from += piece.length + 1;
      return line;
    });
  });
}

/**
 * Rows, each with its heads: the header of its table, and the rows above it that have no values. In plain text nothing
 * tells the header from the other rows, so the first is both, but for two columns.
 */
function rowUnits({ block, number, context, tableHeads = [] }: BlockParts): Unit[] {
  const isRuled = tableHeads.length === 0 && isTableRule(block[1]?.text ?? '');
  const [above = '', ...before] = isRuled ? [block[0]!.text.trim()] : tableHeads;
  const all = block.filter(({ text }) => !isTableRule(text));
  const below = all.slice(isRuled ? 1 : 0).map(({ text }) => text);
  const isHeader = !hasText(above) || (!isValueRow(above) && !sayOfMany(below));
  const header = isHeader ? above : '';
  const rows = isRuled && isHeader ? all.slice(1) : all;
  const first = rows[0]?.text.trim() ?? '';
  let inherited: readonly string[] = before;
  const units = rows.map((line, index) => {
    const isGroup = isGroupRow(line.text, rows[index + 1]?.text);
    if (isGroup) inherited = [];
    const own = isGroup ? [] : groupsOver(rows, index).map(({ text }) => text.trim());
    const groups = own.length > 0 ? own : inherited;
    const isPair = [first, line.text].every((row) => cellsOf(row).length === 2);
    const isHead = !isTableRow(first) && index > 0 && !isPair && !isValueRow(first) && !hasText(header);
    const over = isHead ? [first] : groups;
    const heads = [header, ...over].filter(hasText);
    return unit(isGroup ? 'heading' : 'tableRow', line, { context, block: number, heads });
  });
  const head = isRuled && hasText(header) ? [unit('heading', block[0]!, { context, block: number })] : [];
  return [...head, ...units];
}

/** Trims white space off the line. */
function unit(
  kind: UnitKind,
  line: Line,
  {
    context,
    block,
    heads = [],
    runIn,
  }: Pick<Unit, 'context' | 'block' | 'runIn'> & { heads?: readonly string[] },
): Unit {
  const text = line.text.trim();
  const start = line.start + (line.text.length - line.text.trimStart().length);
  const place = { kind, start, end: start + text.length, text, context, heads, block };
  return runIn === undefined ? place : { ...place, runIn };
}

/** What prose has not; addresses and poems are set like listings, too. */
const codeMarks = /[{};=<>$#\\|_]|^[^\S\n]*-/m;

/** The listings and programs among the blocks of a document, as spans from where a passage of it begins: those that reach into it. */
export const codeIn = (
  all: readonly Block[],
  { text, charStart, charEnd }: Pick<Passage, 'text' | 'charStart' | 'charEnd'>,
): Span[] =>
  all
    .filter((block) => block.kind === 'code' && block.charStart < charEnd && charStart < block.charEnd)
    .map((block) => ({ start: block.charStart - charStart, end: block.charEnd - charStart }))
    .filter(({ start, end }) => codeMarks.test(text.slice(Math.max(start, 0), end)));
