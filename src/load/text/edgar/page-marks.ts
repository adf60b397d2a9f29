/** What stands for the end of a page in the lines of a document. */
export const pageEnd = '\f';

const mark = /^\s*<PAGE>(.*)$/i;
/** `7`, `- 7 -`, `F-3`, `iv`, `Page 7 of 20`, in a line of at most 60 characters. */
const pageNumber = /^[-–—(]? ?(?:page )?(?:[a-z]{1,2}-)?(?:\d{1,3}|[ivxl]{1,6})(?: of \d{1,3})? ?[-–—)]?$/i;
const longestNumber = 60;
/** A head of what goes on, in a line of at most 120 characters: `Item 1. Business (Continued)`, `NOTE 3 -- Continued`. */
const continued = /(?:\(cont(?:inued|'d|d?\.)\)|[-–—]\s?continued)$/i;
const item = /^(?:item|part)\s/i;
const longestHead = 120;
/** Blank lines between the edge of a page and what stands there. */
const mostBlank = 8;
/** Heads at the top of a page, and pages that show that a line is one. */
const mostHeads = 2;
const fewestPages = 3;

/**
 * The lines of a document with `pageEnd` in place of each `<PAGE>`: without numbers of pages above and below it and at the end, and without heads
 * that stand at the top of three pages and more, but for the first.
 */
export function withoutPageNumbers(source: readonly string[]): string[] {
  const lines = source.flatMap(withMark);
  const heads = new Map<string, number[]>();
  for (let edge = 0; edge <= lines.length; edge++) {
    if (edge < lines.length && lines[edge] !== pageEnd) continue;
    for (const step of [-1, 1]) {
      const line = filledFrom(lines, edge + step, step);
      if (line !== undefined && isPageNumber(lines[line]!)) lines[line] = '';
    }
    const below = headsBelow(lines, edge);
    const last = below.findLastIndex((line) => continued.test(lines[line]!.trim()));
    for (const [index, line] of below.entries()) {
      const head = lines[line]!.trim();
      const alike = heads.get(head);
      if (index === last || (index < last && item.test(head))) lines[line] = '';
      else if (alike) alike.push(line);
      else heads.set(head, [line]);
    }
  }
  for (const alike of heads.values())
    if (alike.length >= fewestPages) for (const line of alike.slice(1)) lines[line] = '';
  return lines;
}

/** A line with what else stands beside the mark, unless that is the number of the page. */
function withMark(line: string): string[] {
  if (line.trim() === '') return [line.includes(pageEnd) ? pageEnd : ''];
  const rest = line.length <= longestHead ? mark.exec(line)?.[1] : undefined;
  if (rest === undefined) return [line];
  return rest.trim() === '' || isPageNumber(rest) ? [pageEnd] : [pageEnd, rest];
}

const isPageNumber = (line: string): boolean =>
  line.length <= 4 * longestNumber && pageNumber.test(line.trim().slice(0, longestNumber));

/** The next line with words, in the direction of the step. */
function filledFrom(lines: readonly string[], from: number, step: number): number | undefined {
  for (let line = from; Math.abs(line - from) <= mostBlank; line += step) {
    if (lines[line] === undefined || lines[line] === pageEnd) return undefined;
    if (lines[line] !== '') return line;
  }
  return undefined;
}

/** Lines of words alone, in no columns. */
function headsBelow(lines: readonly string[], edge: number): number[] {
  const heads: number[] = [];
  let line = filledFrom(lines, edge + 1, 1);
  while (line !== undefined && heads.length < mostHeads) {
    const words = lines[line]!.trim();
    if (/^[-=_ ]+$/.test(words)) {
      line = filledFrom(lines, line + 1, 1);
      continue;
    }
    if (words.length > longestHead || !/\p{L}/u.test(words) || /^<|\S {3,}\S/.test(words)) break;
    heads.push(line);
    line = filledFrom(lines, line + 1, 1);
  }
  return heads;
}
