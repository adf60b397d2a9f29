import { type PrintedNumber, printedNumbers } from '../../pdf/margins/page-numbers.ts';

/** What stands for the end of a page in the lines of a document. */
export const pageEnd = '\f';

const mark = /^\s*<PAGE>(.*)$/i;
/** Pages between two numbers that count them, at most: some have none. */
const mostApart = 3;
/** Characters of a line with a number: `7`, `- 7 -`, `F-3`, `iv`, `Page 7 of 20`. */
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
 * The lines of a document with `pageEnd` in place of each `<PAGE>`: without the numbers that count pages above and below it and at the end, and
 * without heads that stand at the top of three pages and more, but for the first.
 */
export function withoutPageNumbers(source: readonly string[]): string[] {
  const lines = source.flatMap(withMark);
  const edges = edgesOf(lines);
  clearNumbers(lines, edges);
  const heads = new Map<string, number[]>();
  for (const edge of edges) {
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

const isPageNumber = (line: string): boolean => numberIn(line, 0) !== undefined;

/** Heads one part after the other: few filings have so many pages. */
const year = /^(?:19\d\d|20\d\d|2100)$/;

/** The number that a line holds alone, which is no year; its series is the same on pages that it counts. */
function numberIn(line: string, page: number): PrintedNumber | undefined {
  const text = line.trim();
  if (text.length > longestNumber) return undefined;
  return printedNumbers(text, page).find(({ alone, label }) => alone && !year.test(label));
}

/** Where pages end: at the marks and behind the last line. */
function edgesOf(lines: readonly string[]): number[] {
  const marks = lines.flatMap((line, index) => (line === pageEnd ? [index] : []));
  return [...marks, lines.length];
}

/** Clears the numbers at the edges of pages that go on counting on a page near by; any other number there is text. */
function clearNumbers(lines: string[], edges: readonly number[]): void {
  const found: { readonly line: number; readonly page: number; readonly series: string }[] = [];
  for (const [page, edge] of edges.entries()) {
    for (const step of [-1, 1]) {
      const line = filledFrom(lines, edge + step, step);
      const its = step < 0 ? page : page + 1;
      const series = line !== undefined && numberIn(lines[line]!, its)?.series;
      if (series) found.push({ line, page: its, series });
    }
  }
  const places = new Set(found.map(({ series, page }) => placeOf(series, page)));
  for (const { line, page, series } of found) {
    for (let apart = 1; apart <= mostApart; apart++)
      if ([page - apart, page + apart].some((other) => places.has(placeOf(series, other)))) lines[line] = '';
  }
}

const placeOf = (series: string, page: number): string => `${series} on ${page}`;

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
