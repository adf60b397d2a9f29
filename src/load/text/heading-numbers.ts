/** What a heading or an item is counted by: `2.1` as `['2', '1']`, `A.1` as `['A', '1']`. */
export type HeadingNumber = readonly string[];

/** A line that begins with a number, as far as it matters here. */
export interface NumberedLine {
  readonly number: HeadingNumber;
  /** Ends like a sentence. */
  readonly isSentence: boolean;
}

/** Numbered lines in a row, by depth, that make a series. */
const shortestSeries = 3;
/** Lines for each one whose number goes back: chapters begin anew in a schedule, lists do so again and again. */
const linesPerRestart = 8;

const beginning = /^((?:\d{1,2}|\p{Lu}(?=\.))(?:\.\d{1,2}){0,4})\.?\s+/u;
const heading = /^\S+\s+(?:[¿¡“„"]|«\s?)?[\p{Lu}\p{Lo}]/u;

/** The number that a text begins with: digits, or a capital letter with a dot, in up to five parts. */
export function numberOf(text: string): HeadingNumber | undefined {
  return beginning.exec(text)?.[1]!.split('.');
}

/** Whether words with a capital follow the number, as in headings, or of a script without capitals. */
export const hasTitle = (text: string): boolean => heading.test(text);

/** Whether the second number comes right after the first: 2.2 after 2.1, but not 2.1 after 2.0, which is that of the chapter. */
export function isSuccessor(before: HeadingNumber, after: HeadingNumber): boolean {
  if (before.length > 1 && before.at(-1) === '0') return false;
  const parents = [before, after].map((number) => number.slice(0, -1).join('.'));
  return parents[0] === parents[1] && next(before.at(-1)!) === after.at(-1);
}

function next(part: string): string {
  const number = Number(part);
  return Number.isNaN(number) ? String.fromCodePoint(part.codePointAt(0)! + 1) : String(number + 1);
}

/**
 * Depths at which lines that end like a sentence are headings: there they are more than others, and most follow one another by their
 * number, as `1. Scope.` and `2. Term.` do. One such line among paragraphs with numbers is only a short one of these.
 *
 * @param lines that have something below them, in the order of the text.
 */
export function sentenceDepths(lines: readonly NumberedLine[]): ReadonlySet<number> {
  const depths = new Set(lines.map(({ number }) => number.length));
  return new Set(
    [...depths].filter((depth) => areHeadings(lines.filter(({ number }) => number.length === depth))),
  );
}

/** Letters come after all digits. */
const order = ([part]: HeadingNumber): number =>
  /\d/.test(part!) ? Number(part) : 100 + part!.codePointAt(0)!;

function areHeadings(lines: readonly NumberedLine[]): boolean {
  const sentences = lines.filter(({ isSentence }) => isSentence).length;
  const inSeries = lines.filter(
    ({ number, isSentence }, index) =>
      isSentence &&
      [lines[index - 1], lines[index + 1]].some(
        (other, after) =>
          other && (after ? isSuccessor(number, other.number) : isSuccessor(other.number, number)),
      ),
  ).length;
  const restarts = lines.filter(
    ({ number }, index) =>
      number.length === 1 && index > 0 && order(number) <= order(lines[index - 1]!.number),
  ).length;
  const isSeries = inSeries >= shortestSeries && 2 * inSeries >= sentences && 2 * sentences > lines.length;
  return isSeries && restarts * linesPerRestart <= lines.length;
}
