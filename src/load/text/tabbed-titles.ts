import type { Line } from '../detect/lines.ts';

/** Titles that show that clauses are set so. */
const fewestTitles = 3;
/** Characters of a title, and of a line as far as it is looked at. */
const longestTitle = 80;
const longestStart = 200;

const number = /^[^\S\n]*\d{1,2}(?:\.\d{1,2}){0,4}\.?\t[^\S\n]*/;
const firstSentence = /^(?=[\p{Lu}\p{Lo}]).*?[\p{L})]{2}\.(?=\s|$)/u;

/** A line whose number a tab sets apart from its words, as programs write numbered clauses. */
interface TabbedLine {
  /** Where the title that its words begin with ends, an offset in the line; all of it where no sentence ends in it. */
  readonly titleEnd?: number;
}

/** Whether most of the lines with such numbers begin with a title, with or without a sentence behind it: `4.2.⇥Warranty. It holds …`. */
export function haveTabbedTitles(text: string, groups: readonly (readonly Line[])[]): boolean {
  if (!text.includes('\t')) return false;
  const tabbed = groups.flatMap((lines) => lines.flatMap((line) => tabbedLine(text, line) ?? []));
  const titled = tabbed.filter(({ titleEnd }) => titleEnd !== undefined).length;
  return titled >= fewestTitles && 2 * titled > tabbed.length;
}

/** Parts lines at numbers that tabs set apart, and the titles behind these from the sentences that follow. */
export function splitAtTabbed(text: string, lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]];
  for (const line of lines) {
    const tabbed = tabbedLine(text, line);
    if (tabbed) parts.push([]);
    if (tabbed?.titleEnd === undefined) parts.at(-1)!.push(line);
    else {
      const end = line.start + tabbed.titleEnd;
      parts.at(-1)!.push({ start: line.start, end });
      parts.push(end < line.end ? [{ start: end, end: line.end }] : []);
    }
  }
  return parts.filter((part) => part.some(({ start, end }) => text.slice(start, end).trim() !== ''));
}

function tabbedLine(text: string, { start, end }: Line): TabbedLine | undefined {
  const line = text.slice(start, Math.min(end, start + longestStart));
  const before = number.exec(line)?.[0].length;
  if (before === undefined) return undefined;
  const words = line.slice(before);
  // A row of a table has more tabs.
  if (words.includes('\t')) return undefined;
  const title = firstSentence.exec(words.slice(0, longestTitle))?.[0];
  return title !== undefined && isCapitalised(title) ? { titleEnd: before + title.length } : {};
}

/** Whether most words of four letters and more begin with capitals, or have none to show. */
function isCapitalised(title: string): boolean {
  const words = title.match(/\p{L}{4,}/gu) ?? [];
  return 2 * words.filter((word) => /^[\p{Lu}\p{Lo}]/u.test(word)).length > words.length;
}

/** Whether a block is a number that a tab sets apart, and a title with its stop. */
export const isTabbedTitle = (content: string): boolean =>
  tabbedLine(content, { start: 0, end: content.length })?.titleEnd === content.length;
