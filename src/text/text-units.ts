import { type Span, lineSpans } from './spans.ts';

const tableRow = /^\|/;
const markdownHeading = /^#{1,6}\s/;
const rule = /^(?:=+|[-_*~]{3,})$/;
const bullet = /^(?:[•‣◦▪▫●○■□➢✓]|[-*+]\s)/;
/** Markers that also open ordinary lines: `1.`, `(a)`, `iv)`, a dash. */
const weakMarker = /^(?:\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)]\s|[A-Z]\)\s|\([A-Z]\)\s|[–—]\s)/;
const closedLine = /[.!?:;…。！？：；][\p{Pe}\p{Pf}"'*_\]]*$/u;
const LONGEST_HEADING = 80;

interface Line extends Span {
  readonly content: string;
  /** A blank line stands before it. */
  readonly afterBlank: boolean;
}

/**
 * Takes text apart where a sentence ends whatever its punctuation: at blank lines, and at line breaks before and
 * after headings and table rows and before list items. Wrapped paragraphs stay whole. Trimmed spans that cover
 * all of the text but white space.
 */
export function textUnits(text: string): Span[] {
  const units: { start: number; end: number }[] = [];
  const lines = readLines(text);
  let listed = false;
  let aloneBefore = false;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isItem = isListItem(line, before, listed);
    const isAlone = standsAlone(line, before, lines[index + 1]);
    const open = units.at(-1);
    if (open === undefined || line.afterBlank || isItem || isAlone || aloneBefore) {
      units.push({ start: line.start, end: line.end });
    } else open.end = line.end;
    listed = isItem || (listed && !line.afterBlank);
    aloneBefore = isAlone;
  }
  return units;
}

function readLines(text: string): Line[] {
  let end = 0;
  return lineSpans(text).map((line) => {
    const between = text.slice(end, line.start);
    end = line.end;
    return {
      ...line,
      // Longer lines are never judged by more than their ends.
      content: line.end - line.start <= 400 ? text.slice(line.start, line.end) : excerpt(text, line),
      afterBlank: /\n[^\n]*\n|\r[^\n\r]*\r|\u2029/.test(between) || line.start === 0,
    };
  });
}

function excerpt(text: string, { start, end }: Span): string {
  return `${text.slice(start, start + 200)}${text.slice(end - 200, end)}`;
}

function isListItem(line: Line, before: Line | undefined, listed: boolean): boolean {
  if (bullet.test(line.content)) return true;
  if (!weakMarker.test(line.content)) return false;
  return before === undefined || line.afterBlank || listed || closedLine.test(before.content);
}

function standsAlone(line: Line, before: Line | undefined, next: Line | undefined): boolean {
  const { content } = line;
  if (tableRow.test(content) || markdownHeading.test(content) || rule.test(content)) return true;
  const isOpening = line.afterBlank || before === undefined || closedLine.test(before.content);
  return isOpening && isPlainHeading(content, next);
}

const numbered =
  /^(?:(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.|[IVX]+\.|(?:Chapter|Section|Article|Part|Item|Appendix|Annex|Schedule|Exhibit)\s\S{1,6})\s+)(?=\p{Lu})/u;
const capitalWord =
  /^(?:[\p{Lu}\p{N}]|(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|vs|with|de|der|des|du|et|la|und)$)/u;

/** A short line without a stop, over a line that begins anew: all capitals, numbered, or each word with a capital. */
function isPlainHeading(content: string, next: Line | undefined): boolean {
  if (content.length > LONGEST_HEADING || /[.!?:;,。！？、，]["'”’)]*$/.test(content)) return false;
  if (next === undefined || next.afterBlank || !/^[\p{Lu}\p{N}"“‘'([•\-*|]/u.test(next.content)) return false;
  const title = content.replace(numbered, '');
  if (/\p{Lu}{2}/u.test(title) && !/\p{Ll}/u.test(title)) return true;
  if (title !== content) return title.split(/\s+/).length <= 10 && next.end - next.start > content.length;
  const words = title.split(/\s+/);
  const isTitle = words.length <= 10 && words.every((word) => capitalWord.test(word.replace(/^[("“‘']/, '')));
  return isTitle && next.end - next.start > content.length + 10;
}
