import { calendarOf } from '../../text/words/calendar.ts';
import { periodsIn, quartersIn, saysOtherPeriod, saysPartOfYear, saysQuarter } from '../../text/quarters.ts';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { cellsOf, labelOf } from '../../text/structure/table-row.ts';
import { yearsIn, type Question } from './question.ts';

/** `2018/19`, `2018–19`: that a year ends in the next one; `2018-12-31` is a date. */
const twoYears = /(?<!\p{Nd})((?:1[5-9]|20)\d\d)\s?[/–-]\s?(\d\d)(?!\p{Nd}|[/–-]\p{Nd})/gu;

/** Whether a text names a year, or a time that it lies in: `2015–2019`, `2018/19`. */
function spansYear(text: string, year: string): boolean {
  const ends = Array.from(text.matchAll(twoYears), ([, first, end]) => [String(Number(first) + 1), end!]);
  const years = [...yearsIn(text), ...ends.flatMap(([next, end]) => (next!.endsWith(end!) ? [next!] : []))];
  return years.some((first) => first <= year) && years.some((last) => last >= year);
}

/** Years alone: `2025`, `2025 (restated)`. */
const yearAlone = /^(?:1[5-9]|20)\d\d(?![-./年]?\p{Nd})/u;

/**
 * Whether what a head or a label says of the time is what a question asks: another year is not, nor another quarter of the same or a period
 * of another length. Undefined where it says nothing of that, or no quarter where one is asked for: a day may be in it.
 */
export function timeIn(name: string, { years, quarters }: Question): 'same' | 'other' | undefined {
  const hasYear = years.length > 0 && yearsIn(name).length > 0;
  if (hasYear && !years.some((year) => spansYear(name, year))) return 'other';
  if (quarters.length === 0) return hasYear ? 'same' : undefined;
  // An ordinal alone heads a column of a quarter: `Third`.
  const named = quartersIn(`${name} quarter`);
  if (named.length === 0) return saysOtherPeriod(name) ? 'other' : undefined;
  return quarters.some((quarter) => named.includes(quarter)) ? 'same' : 'other';
}

interface RowInContext {
  readonly unit: Unit;
  /** Titles, headings and table heads over it. */
  readonly context: readonly string[];
  readonly question: Question;
}

/** Whether a row or all of its columns are of another quarter or period than the quarter that is asked for, as nothing else about it says that one. */
export function isOfOtherQuarter({ unit: { kind, heads, text }, context, question }: RowInContext): boolean {
  const { quarters } = question;
  if (kind !== 'tableRow' || quarters.length === 0) return false;
  const levels = [
    cellsOf(heads[0] ?? ''),
    ...heads
      .slice(1)
      .map((group) => [group])
      .reverse(),
    [labelOf(text)],
  ];
  const others = [text, ...context.filter((line) => line !== heads[0])].join('\n');
  const names = levels
    .map((level) => level.filter((name) => periodsIn(name).length > 0))
    .find(({ length }) => length > 0);
  const said = periodsIn(others);
  const isOther =
    names?.every((name) => timeIn(name, question) === 'other') &&
    !quarters.some((quarter) => said.includes(quarter));
  const dated = levels.slice(0, -1).flatMap((level) => level.filter((name) => yearsIn(name).length > 0));
  const isOfYears = dated.length > 0 && dated.every((name) => yearAlone.test(name));
  return isOther || (isOfYears && ![others, ...levels.flat()].some(saysQuarter));
}

/** The names of the columns of a header, years with what stands before them of their length: `Three months ended March 31, 2026`. */
export function columnNames(header: string): string[] {
  const [corner = '', ...names] = cellsOf(header);
  // `Quarter` alone names the rows.
  if (!/\p{L}\s+\p{L}/u.test(corner) || !saysPartOfYear(corner)) return [corner, ...names];
  return [corner, ...names.map((name) => (yearsIn(name).length > 0 ? `${corner} ${name}` : name))];
}

/** Whether a year and no month is asked for, and all that a row has of it are parts: its quarters, six months. */
export function hasOnlyParts({ kind, heads }: Unit, question: Question): boolean {
  const { years, quarters, text, words, language } = question;
  if (kind !== 'tableRow' || years.length === 0 || quarters.length > 0 || saysPartOfYear(text)) return false;
  if (
    calendarOf(language)
      .months.flat()
      .some((month) => words.has(month.toLowerCase()))
  )
    return false;
  const ofYear = columnNames(heads[0] ?? '').filter((name) => timeIn(name, question) === 'same');
  return ofYear.length > 0 && ofYear.every(saysPartOfYear);
}
