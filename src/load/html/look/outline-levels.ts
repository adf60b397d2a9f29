import { hasTitle, numberOf } from '../../text/heading-numbers.ts';

/** A heading by its look, before it has a level. */
export interface Styled {
  readonly text: string;
  /** The larger, the more it stands out; the same for all set alike. */
  readonly prominence: number;
  /** Of contents: nothing belongs to it but these. */
  readonly isContents: boolean;
}

const lowestLevel = 6;
/** Members that make a series: a single `Form 5` is no division. */
const shortestSeries = 2;
/** `Item 7A.`, `NOTE 17 –`, `Section 1.6 Quorum`, `ARTICLE IV`: a word with its number. */
const counted =
  /^(\p{Lu}\p{L}+(?=\s)|§)\s?(\d{1,3}(?:\.\d{1,3})*[A-Z]?|[IVXLC]+|[A-Z])(?=$|[.:)]|\s?[–—]|\s?-+\s|\s+[(“"]?[\p{Lu}\p{Lo}])/u;

/** What a heading is counted by with its number: the word, or the depth of the number. */
export function seriesOf(text: string): { readonly name: string; readonly number: string } | undefined {
  const [, word, number] = counted.exec(text) ?? [];
  if (word !== undefined) return { name: word.toLowerCase(), number: number! };
  const digits = hasTitle(text) ? numberOf(text) : undefined;
  return digits && { name: `#${digits.length}`, number: digits.join('.') };
}

/** Of numbers without a word. */
const isPlain = (series: string): boolean => series.startsWith('#');

interface Open {
  readonly series: string | undefined;
  readonly prominence: number;
  readonly level: number;
}

/**
 * Levels of headings by how they nest: one stands below what stands out more than it, and below the series that it does not belong to, as
 * what is set like `Item 8` or even larger stands in Item 8. All of a series have the level of its first; that closes series set
 * smaller, and plain numbers set alike.
 */
export function outlineLevels(headings: readonly Styled[]): number[] {
  const series = seriesOfAll(headings);
  const levels = new Map<string, number>();
  const open: Open[] = [];
  return headings.map(({ prominence, isContents }, index) => {
    const own = series[index];
    const known = own === undefined ? undefined : levels.get(own);
    const isClosed = (above: Open) => {
      if (known !== undefined) return above.level >= known;
      if (above.series === undefined) return above.prominence <= prominence;
      if (own === undefined) return false;
      return (
        above.prominence < prominence ||
        (isPlain(above.series) && !isPlain(own) && above.prominence === prominence)
      );
    };
    while (open.length > 0 && isClosed(open.at(-1)!)) open.pop();
    const level = Math.min(lowestLevel, known ?? (open.at(-1)?.level ?? 0) + 1);
    if (own !== undefined) levels.set(own, level);
    if (!isContents) open.push({ series: own, prominence, level });
    return level;
  });
}

function seriesOfAll(headings: readonly Styled[]): (string | undefined)[] {
  const found = headings.map(({ text }) => seriesOf(text));
  const numbers = new Map<string, Set<string>>();
  for (const one of found)
    if (one) numbers.set(one.name, (numbers.get(one.name) ?? new Set()).add(one.number));
  return found.map((one) => (one && numbers.get(one.name)!.size >= shortestSeries ? one.name : undefined));
}
