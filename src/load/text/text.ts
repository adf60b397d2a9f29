import { firstIndex, type Span } from '../../text/spans.ts';
import type { Block, LoadedDocument, Page, Table } from '../../types.ts';
import { contentsSpans } from '../../text/structure/contents.ts';
import { withClauses } from '../clauses/clause-sections.ts';
import { centredTitle } from './centred-title.ts';
import { haveTabbedTitles, splitAtTabbed } from './tabbed-titles.ts';
import { isDivision, plainTextHeadings } from './text-headings.ts';
import { repeatedTitle } from './repeated-title.ts';
import { splitAtUnderlined, underlinedTitle } from './underlined.ts';
import { linesOf, type Line } from '../detect/lines.ts';
import { sectionsOf } from '../sections.ts';

/** Lines longer than this are not wrapped by hand, so each line of their paragraph is a paragraph itself. */
const unwrappedLineChars = 160;
const bullet = /^\s*(?:[-*+•◦‣▪–]|\d{1,3}[.)]|[a-z][.)]|\(?[ivx]{1,5}\)|\((?:[a-z]|\d{1,3})\))\s+\S/;

/**
 * Plain text as it is: paragraphs and lists, careful headings, form feeds as page breaks.
 *
 * @param tables in it as Markdown, between empty lines, in their order.
 */
export function readPlainText(text: string, tables: readonly Table[] = []): LoadedDocument {
  const contents = contentsSpans(text);
  const isContents = (block: Block) => isWithin(block, contents);
  const paragraphs = withTables(plainTextBlocks(text), tables).map((block) =>
    isContents(block) ? { ...block, kind: 'list' as const } : block,
  );
  const headings = plainTextHeadings(
    text,
    paragraphs.filter((block) => block.kind !== 'table' && !isContents(block)),
  );
  const starts = new Set(headings.map((heading) => heading.charStart));
  const blocks = paragraphs.map((block) =>
    starts.has(block.charStart) ? { ...block, kind: 'heading' as const } : block,
  );
  const clauses = withClauses({ text, blocks, headings });
  const title = centredTitle(text, paragraphs) ?? repeatedTitle(text, paragraphs);
  return {
    text,
    format: 'text',
    pages: formFeedPages(text),
    sections: sectionsOf(clauses.headings, text.length),
    blocks: clauses.blocks,
    ...(tables.length > 0 ? { tables } : {}),
    bibliography: title === undefined ? {} : { title },
    warnings: [],
  };
}

/** Blocks with tables in place of those that stand in them. */
function withTables(blocks: Block[], tables: readonly Table[]): Block[] {
  if (tables.length === 0) return blocks;
  const spans = tables.map(({ charStart, charEnd }) => ({ start: charStart, end: charEnd }));
  const inTables = spans.map(({ start, end }): Block => ({ kind: 'table', charStart: start, charEnd: end }));
  const others = blocks.filter((block) => !isWithin(block, spans));
  return [...others, ...inTables].sort((a, b) => a.charStart - b.charStart);
}

function isWithin({ charStart, charEnd }: Block, spans: readonly Span[]): boolean {
  const next = firstIndex(spans.length, (index) => spans[index]!.end >= charEnd);
  return next < spans.length && spans[next]!.start <= charStart;
}

/** Paragraphs and lists, separated by blank lines. */
export function plainTextBlocks(text: string): Block[] {
  const groups = paragraphsOf(text);
  const areTabbed = haveTabbedTitles(text, groups);
  return groups
    .flatMap((lines) => (areTabbed ? splitAtTabbed(text, lines) : [lines]))
    .flatMap((lines) => splitAtUnderlined(text, lines))
    .flatMap((lines) => splitGroup(text, lines))
    .map((lines) => blockOf(text, lines));
}

/** The lines between blank lines. */
function paragraphsOf(text: string): Line[][] {
  const groups: Line[][] = [];
  let isOpen = false;
  for (const line of linesOf(text)) {
    const isBlank = text.slice(line.start, line.end).trim() === '';
    if (!isBlank && isOpen) groups.at(-1)!.push(line);
    else if (!isBlank) groups.push([line]);
    isOpen = !isBlank;
  }
  return groups;
}

/** Parts what no blank line parts: titles, lists and lines that are not wrapped. A title with its rule stays whole. */
function splitGroup(text: string, lines: readonly Line[]): (readonly Line[])[] {
  if (underlinedTitle(text.slice(lines[0]!.start, lines.at(-1)!.end))) return [lines];
  return splitAtDivisions(text, lines).flatMap((part) => splitLists(text, part));
}

/** Sets lines apart that name a division, as in "Article 4 – Animals", though no blank line stands below or above them. */
function splitAtDivisions(text: string, lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]];
  let before = '.';
  let below = false;
  for (const line of lines) {
    const words = text.slice(line.start, line.end).trim();
    const opens = /[.;:!?]$/.test(before) && isDivision(words);
    if ((opens && parts.at(-1)!.length > 0) || below) parts.push([]);
    parts.at(-1)!.push(line);
    [before, below] = [words, opens];
  }
  return parts;
}

/** Sets a list apart from the sentence that leads up to it, and unwrapped lines from one another. */
function splitLists(text: string, lines: readonly Line[]): (readonly Line[])[] {
  if (lines.length < 2) return lines.length === 0 ? [] : [lines];
  if (lines.some(({ start, end }) => end - start > unwrappedLineChars)) return lines.map((line) => [line]);
  const isBullet = lines.map(({ start, end }) => bullet.test(text.slice(start, Math.min(end, start + 200))));
  const first = isBullet.indexOf(true);
  const bullets = isBullet.filter(Boolean).length;
  return first > 0 && bullets >= 2 ? [lines.slice(0, first), lines.slice(first)] : [lines];
}

function blockOf(text: string, lines: readonly Line[]): Block {
  const start = lines[0]!.start;
  const content = text.slice(start, lines.at(-1)!.end);
  return {
    kind: bullet.test(content.slice(0, 200)) ? 'list' : 'text',
    charStart: start + (content.length - content.trimStart().length),
    charEnd: start + content.trimEnd().length,
  };
}

/** Pages end at form feeds; without one there are no pages. The form feed belongs to the page that it ends. */
function formFeedPages(text: string): Page[] {
  if (!text.includes('\f')) return [];
  const pages: Page[] = [];
  let charStart = 0;
  while (charStart < text.length) {
    const found = text.indexOf('\f', charStart);
    const charEnd = found < 0 ? text.length : found + 1;
    pages.push({ number: pages.length + 1, width: 0, height: 0, charStart, charEnd, layout: [] });
    charStart = charEnd;
  }
  return pages;
}
