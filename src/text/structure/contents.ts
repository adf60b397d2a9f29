import { firstIndex, lineSpans, type Span } from '../spans.ts';

/** Entries that a list of contents has at least, and their share of its lines. */
const fewestEntries = 4;
const mostlyEntries = 2 / 3;
/** Lines without a page number between two entries: names of parts, wrapped titles. */
const mostBetween = 2;
/** Share of neighbouring entries whose page numbers do not go down. */
const mostlyAscending = 0.9;
/** Share of the titles that differ from one another. */
const mostlyDistinct = 0.9;
/** Pages from one entry to the next, at the end of a list, where that is not another number: a year below it. */
const longestStep = 100;
/** Share of the entries with leader dots, or of those whose titles stand elsewhere, that show what the list is. */
const mostlyLeaders = 0.5;
const enoughFound = 1 / 3;
/** Characters by which titles are compared, and those of a line that are looked at. */
const mostTitle = 200;
const mostLine = 240;
/** Texts that begin with a title, of which this many are looked at. */
const mostAlike = 50;

const number = String.raw`((?:\p{L}{1,2}-)?\d{1,4}|[ivxlc]{1,7})`;
/** `12`, `iv`, `F-3`, `- 12 -`. */
const ending = new RegExp(String.raw`(?:^|[\s.…·|_])(?:${number}|[-–—]\s?${number}\s?[-–—])\s*$`, 'u');
/** Another number before the last: the line, of at most 240 characters, is one of amounts. */
const amounts = /[\d%$€£¥)][\s$€£¥(]*$/u;
/** At the end of a line of at most 240 characters. */
const leader = /(?:[.…·_]\s?){3,}$/;

/** A line of a list of contents: a title and, at its end, the page that it stands on. */
export interface ContentsEntry {
  readonly title: string;
  /** As printed: `12`, `iv`, `F-3`. */
  readonly page: string;
  /** Dots or the like lead from one to the other. */
  readonly hasLeader: boolean;
}

/** What a line says as an entry of a list of contents, if it may be one. */
export function contentsEntry(line: string): ContentsEntry | undefined {
  if (line.length > mostLine) return undefined;
  const found = ending.exec(line.slice(-20));
  if (found === null) return undefined;
  const before = line.slice(0, line.length - found[0].length + (/^[.…·_]/.test(found[0]) ? 1 : 0)).trimEnd();
  const title = titleKey(before);
  const hasLeader = leader.test(before);
  if (!/\p{L}{3}|\p{Lo}{2}/u.test(before) || line.startsWith('|') || (!hasLeader && amounts.test(before)))
    return undefined;
  return { title, page: (found[1] ?? found[2])!, hasLeader };
}

/** Letters and digits of a title, by which it is compared. */
function titleKey(text: string): string {
  return text
    .slice(0, mostTitle)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether entries are those of a list of contents, whatever its language: their page numbers go up, and there are leader
 * dots, or titles that stand elsewhere in the document.
 */
function areContents(
  entries: readonly ContentsEntry[],
  standsElsewhere: (title: string) => boolean,
): boolean {
  if (entries.length < fewestEntries || !isAscending(entries)) return false;
  const distinct = new Set(entries.map(({ title }) => title)).size;
  if (distinct < mostlyDistinct * entries.length) return false;
  if (entries.filter(({ hasLeader }) => hasLeader).length >= mostlyLeaders * entries.length) return true;
  const found = entries.filter(({ title }) => standsElsewhere(title)).length;
  return found >= Math.max(2, enoughFound * entries.length);
}

function isAscending(entries: readonly ContentsEntry[]): boolean {
  const pages = entries.map(({ page }) => pageValue(page));
  const steps = pages.slice(1).map((page, index) => ({ from: pages[index]!, to: page }));
  const up = steps.filter(({ from, to }) => from.series !== to.series || from.value <= to.value);
  const isFlat = new Set(pages.map(({ series, value }) => `${series} ${value}`)).size < 3;
  return !isFlat && up.length >= mostlyAscending * steps.length;
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function pageValue(page: string): { series: string; value: number } {
  const [digits] = /(?<!\d)\d+$/.exec(page) ?? [];
  if (digits !== undefined) return { series: page.slice(0, -digits.length), value: Number(digits) };
  const values = [...page].map((letter) => romanDigits[letter] ?? 0);
  const value = values.reduce((sum, one, index) => sum + (one < (values[index + 1] ?? 0) ? -one : one), 0);
  return { series: 'roman', value };
}

/**
 * Where a text lists its contents: lines of titles with their pages. Such lines name what stands elsewhere and say
 * nothing themselves. In the order of the text, without overlap; about linear in its length.
 */
export function contentsSpans(text: string): Span[] {
  const lines = lineSpans(text);
  const entries = lines.map(({ start, end }) =>
    contentsEntry(text.slice(Math.max(start, end - mostLine - 1), end)),
  );
  const starts = lines.map(({ start, end }) => text.slice(start, Math.min(end, start + mostTitle)));
  return contentsRuns(entries, starts).map(({ from, to }) => ({
    start: lines[from]!.start,
    end: lines[to - 1]!.end,
  }));
}

/** Whether a part of a text may be of a list of contents, by itself: so many of its lines end in a number. */
export const mayListContents = (text: string): boolean =>
  text.split('\n').filter((line) => contentsEntry(line) !== undefined).length >= fewestEntries;

/** Lines by their index, `to` being the one behind the last. */
interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The lines that list contents, each range from its first entry to its last.
 *
 * @param entries of each line, where it may be one.
 * @param starts of each line, at least as much of it as a title.
 */
export function contentsRuns(
  entries: readonly (ContentsEntry | undefined)[],
  starts: readonly string[],
): LineRange[] {
  let titles: TitleIndex | undefined;
  const standsOutside = (title: string, run: LineRange) =>
    (titles ??= new TitleIndex(starts)).standsOutside(title, run);
  const runs = entryRuns(entries).map((run) => trimmed(run, entries));
  return runs.filter((run) => {
    const own = entries.slice(run.from, run.to).filter((entry) => entry !== undefined);
    const isDense = own.length >= mostlyEntries * (run.to - run.from);
    return isDense && areContents(own, (title) => standsOutside(title, run));
  });
}

/** Without what stands at its ends by chance: a line that ends in a year above the list, a number that begins anew below it. */
function trimmed({ from, to }: LineRange, entries: readonly (ContentsEntry | undefined)[]): LineRange {
  const own = Array.from({ length: to - from }, (_, index) => from + index).filter((index) => entries[index]);
  const fits = (above: number, below: number) => {
    const [a, b] = [pageValue(entries[above]!.page), pageValue(entries[below]!.page)];
    return a.series !== b.series || (a.value <= b.value && b.value <= a.value + longestStep);
  };
  while (own.length > 1 && !fits(own[0]!, own[1]!)) own.shift();
  while (own.length > 1 && !fits(own.at(-2)!, own.at(-1)!)) own.pop();
  return { from: own[0]!, to: own.at(-1)! + 1 };
}

/** Stretches of lines that begin and end with an entry and have others between them seldom. */
function entryRuns(entries: readonly (ContentsEntry | undefined)[]): LineRange[] {
  const runs: { from: number; to: number }[] = [];
  entries.forEach((entry, index) => {
    if (entry === undefined) return;
    const run = runs.at(-1);
    if (run && index - run.to <= mostBetween) run.to = index + 1;
    else runs.push({ from: index, to: index + 1 });
  });
  return runs.filter(({ from, to }) => to - from >= fewestEntries);
}

/** Looks for texts that begin with a title. */
class TitleIndex {
  readonly #keys: readonly { readonly key: string; readonly index: number }[];

  constructor(texts: readonly string[]) {
    this.#keys = texts
      .map((text, index) => ({ key: titleKey(text), index }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  }

  /** Whether a text outside of the range begins with the title. */
  standsOutside(title: string, { from, to }: LineRange): boolean {
    const keys = this.#keys;
    const first = firstIndex(keys.length, (index) => keys[index]!.key >= title);
    return keys
      .slice(first, first + mostAlike)
      .some(({ key, index }) => key.startsWith(title) && (index < from || index >= to));
  }
}
