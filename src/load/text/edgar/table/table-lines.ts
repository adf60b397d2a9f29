import { pageEnd } from '../page-marks.ts';
import { isAmount, lineCells, longestLine } from './line-cells.ts';

/** Tags of tables that stand in a line with nothing else. */
const onlyTags = /^\s*(?:<\/?(?:TABLE|CAPTION|FN|LEGEND|S|C)>\s*)+$/i;
const tag = /<(\/?[A-Z]+)>/g;

/** The tags of a line that has nothing else. */
export function tagsIn(line: string): string[] {
  if (!line.includes('<') || line.length > longestLine || !onlyTags.test(line)) return [];
  return Array.from(line.toUpperCase().matchAll(tag), ([, name]) => name!);
}

/** Whether tags mark columns: `<S>` the labels, `<C>` the values, in either order. */
export const isMarks = (tags: readonly string[]): boolean =>
  tags.filter((name) => name === 'S' || name === 'C').length > 1;

/** Where the columns of values are marked: by all marks but the first, which is that of labels. */
export const marksIn = (line: string): number[] =>
  Array.from(line.matchAll(/<[SC]>/gi), ({ index }) => index).slice(1);

/**
 * Tells of each line where the table ends that begins there: behind `</TABLE>`; where that is missing, before the next table, the end of the page,
 * or prose below an empty line.
 */
export function tableEnds(lines: readonly string[]): (start: number) => number {
  const next: number[] = [];
  let following = lines.length;
  for (let line = lines.length - 1; line >= 0; line--) {
    next[line] = following;
    const tags = tagsIn(lines[line]!);
    if (tags.includes('TABLE') || tags.includes('/TABLE')) following = line;
  }
  return (start) => {
    const end = next[start]!;
    if (end < lines.length && tagsIn(lines[end]!)[0] === '/TABLE') return end + 1;
    return unclosedEnd(lines, start, end);
  };
}

function unclosedEnd(lines: readonly string[], start: number, next: number): number {
  let marks: number[] = [];
  let line = start;
  while (line < next) {
    const text = lines[line]!;
    if (text === pageEnd) return line;
    if (isMarks(tagsIn(text))) marks = marksIn(text);
    const group = groupAt(lines, line, next);
    if (line > start && isProse(lines.slice(line, group), marks)) return line;
    line = Math.max(group, line + 1);
  }
  return next;
}

/** Where the lines end that no empty line and no tag parts. */
function groupAt(lines: readonly string[], start: number, end: number): number {
  let line = start;
  while (line < end && lines[line] !== '' && lines[line] !== pageEnd && tagsIn(lines[line]!).length === 0)
    line++;
  return line;
}

export interface TablePart {
  readonly isProse: boolean;
  readonly lines: readonly string[];
}

/** Parts the lines of a table from prose among them. */
export function partedTable(lines: readonly string[], marks: readonly number[]): TablePart[] {
  const parts: { isProse: boolean; lines: string[] }[] = [];
  let line = 0;
  while (line < lines.length) {
    const end = Math.max(groupAt(lines, line, lines.length), line + 1);
    const group = lines.slice(line, end).map((one) => (one === pageEnd || tagsIn(one).length > 0 ? '' : one));
    const isText = isProse(group, marks);
    if (parts.at(-1)?.isProse === isText || (parts.length > 0 && group[0] === ''))
      parts.at(-1)!.lines.push(...group);
    else parts.push({ isProse: isText, lines: group });
    line = end;
  }
  return parts;
}

/** Lines of prose between empty lines, at least; without marks of columns to show how wide they are, and their length. */
const fewestLines = 2;
const fewestUnmarked = 3;
const usualLine = 45;
/** Characters that it reaches beyond where values begin. */
const overhang = 10;

/** Whether lines are a paragraph: long, of words alone, and across the columns. */
function isProse(lines: readonly string[], [first]: readonly number[]): boolean {
  if (lines.length < (first === undefined ? fewestUnmarked : fewestLines)) return false;
  if (!lines.slice(0, -1).every((line) => line.length >= usualLine)) return false;
  const cells = lines.map(lineCells);
  if (cells.some((line) => line.length !== 1 || isAmount(line[0]!.text))) return false;
  if (first === undefined) return true;
  const isLeft = cells.every(([cell]) => cell!.start < first);
  return isLeft && lines.some((line) => line.length >= first + overhang);
}
