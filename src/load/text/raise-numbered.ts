import type { Heading } from '../sections.ts';

/** Fewer numbered headings are no run. */
const shortestRun = 3;
/** A heading with more characters above it, headings aside, is not the document's title. */
const mostAboveTitle = 100;
/** Share of the headings of a run's level, below its heading and elsewhere, that must have numbers. */
const mostlyNumbered = 0.75;
/** Headings of a run for each one that does not count itself, of the level that it is raised to. */
const fewestBeside = 2;

const ordinal = /^\W*(\d{1,3})(?![\d,]|\.\d)[.):\s]/u;
/** Digits, a Roman numeral or a single capital: the heading counts itself, as `Part II` and `Schedule A` do. */
const counted = /\d|(?<![\p{L}\p{N}])(?:[IVXLC]+|\p{Lu})(?![\p{L}\p{N}'’&])/u;

/** Headings right below one that does not count itself. */
interface Run {
  /** Index of the heading that it stands under. */
  readonly above: number;
  /** Index of its first heading with a number. */
  readonly first: number;
  /** Index behind the last heading below the one above. */
  readonly end: number;
  readonly level: number;
  readonly numbered: number;
  readonly plain: number;
}

/**
 * Levels of headings, those of a numbered run raised to that of the heading before it where that does not count itself:
 * the clauses 1 to 24 of a contract do not belong to its `Background`, although that is set larger or in capitals. A
 * run stays under the document's title, and where another heading of the same level has a run below it too, headings
 * of the run's level have no numbers, or those that do not count themselves are no few beside it, as the chapters of a manual
 * are, one of which has numbered steps. Linear in the number of headings.
 *
 * @param headings in the order of the text.
 */
export function raiseNumbered(headings: readonly Heading[]): number[] {
  const levels = headings.map(({ level }) => level);
  const runs = [...headings.keys()].flatMap((above) => runBelow(headings, above) ?? []);
  if (runs.length === 0) return levels;
  const plain = countByLevel(headings.filter(({ text }) => ordinalOf(text) === undefined));
  const uncounted = countByLevel(headings.filter(({ text }) => !counted.test(text)));
  const longest = longestByLevel(headings, runs);
  const isUnderTitle = underTitle(headings);
  for (const run of runs) {
    const { level } = headings[run.above]!;
    const plainElsewhere = plain[run.level]! - run.plain;
    const isPure = run.numbered >= mostlyNumbered * (run.numbered + plainElsewhere);
    const [most, next = 0] = longest[level]!;
    const isMain = run.numbered >= fewestBeside * uncounted[level]!;
    if (!isPure || !isMain || run.numbered < most! || next * 2 >= most! || isUnderTitle(run.above)) continue;
    for (let index = run.first; index < run.end; index++) levels[index]! -= run.level - level;
  }
  return levels;
}

function runBelow(headings: readonly Heading[], above: number): Run | undefined {
  const heading = headings[above]!;
  if (counted.test(heading.text)) return undefined;
  let end = above + 1;
  let level = Infinity;
  for (; end < headings.length && headings[end]!.level > heading.level; end++)
    level = Math.min(level, headings[end]!.level);
  const numbers = headings
    .slice(above + 1, end)
    .flatMap((one, index) =>
      one.level === level ? [{ index: above + 1 + index, number: ordinalOf(one.text) }] : [],
    );
  const numbered = numbers.filter(({ number }) => number !== undefined);
  const [first] = numbered;
  const isRun =
    numbered.length >= Math.max(shortestRun, mostlyNumbered * numbers.length) && first!.number! <= 2;
  if (!isRun) return undefined;
  const plain = numbers.length - numbered.length;
  return { above, first: first!.index, end, level, numbered: numbered.length, plain };
}

function countByLevel(headings: readonly Heading[]): number[] {
  const counts = Array.from({ length: 7 }, () => 0);
  for (const { level } of headings) counts[level]! += 1;
  return counts;
}

/** By level of the heading above, how long runs are, the longest first. */
function longestByLevel(headings: readonly Heading[], runs: readonly Run[]): number[][] {
  const lengths = Array.from({ length: 7 }, (): number[] => []);
  for (const { above, numbered } of runs) lengths[headings[above]!.level]!.push(numbered);
  return lengths.map((ofLevel) => ofLevel.sort((a, b) => b - a));
}

/** Whether hardly anything but headings stands above a heading. */
function underTitle(headings: readonly Heading[]): (above: number) => boolean {
  let chars = 0;
  const inHeadings = headings.map(({ text }) => (chars += text.length) - text.length);
  return (above) => headings[above]!.charStart - inHeadings[above]! <= mostAboveTitle;
}

function ordinalOf(text: string): number | undefined {
  const number = ordinal.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}
