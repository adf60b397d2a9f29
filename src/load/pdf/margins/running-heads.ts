import { frameSize, median, type PageSize } from '../geometry.ts';
import { printedNumbers, type PrintedNumber } from './page-numbers.ts';
import { groupByBaseline, rowText, splitRow, toRow, type Row } from '../rows.ts';
import { groupByTurn, type Word } from '../words.ts';

export interface PageWords {
  readonly size: PageSize;
  readonly words: readonly Word[];
}

export interface RunningHeads {
  /** For each page the words that belong to running headers, footers and page numbers. */
  readonly words: readonly ReadonlySet<Word>[];
  /** For each page its printed number, where one is counted through. */
  readonly printed: readonly (string | undefined)[];
}

/** Share of the page's height in which repeating rows are looked for, at the top and at the bottom. */
const margin = 0.12;
/** Rows from each edge that may be running heads: the sheets of forms and data have several. */
const maxHeads = 8;
const maxFeet = 4;
/** Pages on which the same row must stand at the same height, within `sameHeight` points. */
const minPages = 3;
const sameHeight = 8;
/** Share of the pages on which a row may be the outermost one at any height: pages can end early. */
const minFloatingShare = 0.25;
/** Sizes of the text that a head has at most. */
const likeText = 1.05;
/** Set so much larger than elsewhere, the first of the rows is the title that the others repeat. */
const larger = 1.15;
/**
 * A row repeats in part where it stands by itself at the edge, so many sizes from the next row, and is made of
 * few parts with wide gaps, in sizes: more are a row of a form. Parts with fewer letters say nothing.
 */
const apart = 2.2;
const partGap = 3;
const maxParts = 3;
const minPartLetters = 8;
/** Of the outermost rows at one height, those that stand by themselves where running heads are. */
const mostlyApart = 0.8;
const ofAll = /\d\s?(?:\/|\p{Ll}+)\s?\d+$/u;
const fullDate = /\d[./-]\d{1,2}[./-]\d/;
/** Pages that must be counted through, where the document has so many. */
const minCounted = 3;

interface Candidate {
  readonly row: Row;
  /** Edge, turn and text with digits masked. */
  readonly key: string;
  /** It stands by itself in the margin, so that it may repeat in part. */
  readonly isApart: boolean;
  /** What parts with wide gaps are, edge and turn with them. */
  readonly parts: readonly string[];
  /** Rows between this one and the edge. */
  readonly depth: number;
  readonly inMargin: boolean;
  /** At the foot of the page, or neither bold nor larger than the text. */
  readonly isPlain: boolean;
  readonly numbers: readonly PrintedNumber[];
}

/**
 * Finds what repeats at the edges of pages: rows whose text, digits masked, stands in the margin at about the same
 * height on at least three pages, or is, in part at least, the outermost row of many pages; the same row below such a one;
 * page numbers that are counted through, and footers that have one; and rows that change where such rows stand.
 * Rows are taken from the edge inwards, up to the first that does not repeat, so the text itself is safe.
 */
export function findRunningHeads(pages: readonly PageWords[]): RunningHeads {
  const edges = pages.map((page, index) => outerRows(page, index));
  const candidates = edges.flat(2);
  const alike = new Heights(candidates.map(({ key, row }) => [key, row.baseline]));
  const same = new Heights(candidates.map((one) => [exactKeyOf(one), one.row.baseline]));
  const floating = group(candidates.filter(({ depth }) => depth === 0).map(({ key }) => [key, 1]));
  const sizes = group(candidates.map(({ key, row }) => [key, row.size]));
  const firsts = new Map(candidates.toReversed().map(({ key, row }) => [key, row]));
  const parts = new Heights(
    candidates
      .filter(({ isApart }) => isApart)
      .flatMap((one) => [...one.parts, ...seriesOf([one])].map((key) => [key, one.row.baseline] as const)),
  );
  const series = group(edges.flatMap((rows) => [...seriesOf(rows.flat())].map((name) => [name, 1] as const)));

  const counted = Math.max(2, Math.min(minCounted, pages.length));
  const numberOf = ({ numbers }: Candidate): PrintedNumber | undefined =>
    numbers.find((number) => (series.get(number.series)?.length ?? 0) >= counted);
  const often = Math.max(minPages, minFloatingShare * pages.length);
  const isShared = ({ parts: keys, row }: Candidate) => keys.some((key) => parts.near(key, row.baseline) > 1);
  const isInPlace = placeOfHeads(candidates, isShared, often);
  const repeats = (candidate: Candidate): boolean => {
    const { key, parts: keys, row, depth, inMargin, isApart } = candidate;
    const { baseline } = row;
    if (firsts.get(key) === row && row.size > larger * median(sizes.get(key)!)) return false;
    if (inMargin && depth < maxFeet && alike.near(key, baseline) >= minPages) return true;
    // Below a header that repeats, word for word or with the number of the page; several parts without a date are more like the header of a
    // table, and above a footer stand totals.
    if (depth > 0) {
      if (!key.startsWith('^')) return false;
      if (numberOf(candidate) && alike.near(key, baseline) >= often) return true;
      const isHead = keys.length === 1 || fullDate.test(rowText(row));
      return isHead && same.near(exactKeyOf(candidate), baseline) >= often;
    }
    const outermost = floating.get(key)?.length ?? 0;
    if (outermost >= often) return true;
    // Beside a number that the pages are counted by, as on each second page; scans shift it up and down.
    if (inMargin && outermost > 1 && pages.length >= minPages && numberOf(candidate)) return true;
    // The chapter changes, and the title of the work stays, or the page's number; a heading may count pages, too.
    const numbers = candidate.isPlain ? seriesOf([candidate]) : [];
    if (!isApart) return false;
    return [...keys, ...numbers].some((part) => parts.near(part, baseline) >= often) || isInPlace(candidate);
  };

  const printed: (string | undefined)[] = [];
  const words = edges.map((rowsOfEdges, index) => {
    const found = new Set<Word>();
    for (const candidate of rowsOfEdges.flatMap((rows) => takeWhile(rows, (row) => isRunning(row)))) {
      printed[index] ??= numberOf(candidate)?.label;
      for (const word of candidate.row.words) found.add(word);
    }
    return found;
  });
  return { words, printed: pages.map((_, index) => printed[index]) };

  function isRunning(candidate: Candidate): boolean {
    return numberOf(candidate)?.alone === true || repeats(candidate);
  }
}

/**
 * Tells plain rows where running heads stand that change with chapter and section: at a height where on many pages the outermost row
 * stands by itself, half of these rows of several parts and in part like another of them.
 */
function placeOfHeads(
  candidates: readonly Candidate[],
  isShared: (candidate: Candidate) => boolean,
  often: number,
): (candidate: Candidate) => boolean {
  const place = ({ key, row }: Candidate) => [key.slice(0, 2), row.baseline] as const;
  const outermost = candidates.filter(({ depth }) => depth === 0);
  const alone = outermost.filter(({ isApart }) => isApart);
  const heights = [outermost, alone, alone.filter(isShared).filter(isParted)].map(
    (rows) => new Heights(rows.map(place)),
  );
  return (candidate) => {
    const [all, apartOnes, shared] = heights.map((rows) => rows.near(...place(candidate)));
    return (
      candidate.isPlain && shared! >= Math.max(often, apartOnes! / 2) && apartOnes! >= mostlyApart * all!
    );
  };
}

/** Whether a row has parts far from one another, a chapter and a section: a name alone at the top of a letter is what that is about. */
const isParted = ({ row }: Candidate): boolean => splitRow(row, partGap * row.size).length > 1;

const exactKeyOf = ({ key, row }: Candidate): string => `${key[0]!}${rowText(row)}`;

/** The outermost rows of a page from the top and from the bottom, each from the edge inwards, for each turn. */
function outerRows({ size, words }: PageWords, index: number): Candidate[][] {
  return groupByTurn(words).flatMap(({ turn, words: ofTurn }) => {
    const rows = groupByBaseline(ofTurn);
    const { height } = frameSize(turn, size);
    const usual = median(ofTurn.map((word) => word.size));
    const candidate =
      (edge: '^' | '$') =>
      (row: Row, depth: number, outer: readonly Row[]): Candidate => {
        const text = rowText(row);
        const inMargin = edge === '^' ? row.baseline < margin * height : row.baseline > (1 - margin) * height;
        return {
          row,
          depth,
          inMargin,
          key: `${edge}${turn}${mask(text)}`,
          isPlain: edge === '$' || (!row.bold && row.size <= likeText * usual),
          isApart: inMargin && standsApart(depth, outer),
          parts: partsOf(row).map((part) => `${edge}${turn}${mask(part)}`),
          // Further in, numbers count pages only where they say of how many: others are those of exhibits.
          numbers: depth < maxFeet || ofAll.test(text) ? printedNumbers(text, index) : [],
        };
      };
    const top = rows.slice(0, maxHeads).map(toRow);
    const bottom = rows.slice(-maxFeet).reverse().map(toRow);
    return [top.map(candidate('^')), bottom.map(candidate('$'))];
  });
}

/** The outermost row, with more space to the next one than rows of a table have. */
function standsApart(depth: number, [row, next]: readonly Row[]): boolean {
  return depth === 0 && (!next || Math.abs(next.baseline - row!.baseline) > apart * row!.size);
}

/** "Annual report" and "Governance" of one row: the title of the work stays, that of the chapter changes. */
function partsOf(row: Row): string[] {
  const parts = splitRow(row, partGap * row.size).map(rowText);
  if (parts.length > maxParts) return [];
  return parts.filter((part) => (part.match(/\p{L}/gu)?.length ?? 0) >= minPartLetters);
}

/** A page counts once for a series, however often the number stands on it. */
function seriesOf(candidates: readonly Candidate[]): Set<string> {
  return new Set(candidates.flatMap(({ numbers }) => numbers.map((number) => number.series)));
}

/** Numbers vary beside words; alone they are page numbers, or text. */
function mask(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  return text.toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}

/** How many rows of a key stand near a height. */
class Heights {
  /** By whole points. */
  readonly #counts = new Map<string, Map<number, number>>();

  constructor(entries: readonly (readonly [key: string, height: number])[]) {
    for (const [key, height] of entries) {
      const counts = this.#counts.get(key) ?? new Map<number, number>();
      this.#counts.set(key, counts);
      counts.set(Math.round(height), (counts.get(Math.round(height)) ?? 0) + 1);
    }
  }

  near(key: string, height: number): number {
    const counts = this.#counts.get(key);
    let times = 0;
    for (let shift = -sameHeight; shift <= sameHeight; shift += 1)
      times += counts?.get(Math.round(height) + shift) ?? 0;
    return times;
  }
}

function group(entries: readonly (readonly [string, number])[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [key, value] of entries) {
    const members = groups.get(key);
    if (members) members.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function takeWhile<T>(values: readonly T[], holds: (value: T) => boolean): T[] {
  const end = values.findIndex((value) => !holds(value));
  return end < 0 ? [...values] : values.slice(0, end);
}
