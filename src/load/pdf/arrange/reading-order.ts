import { boundsOf, median } from '../geometry.ts';
import { groupByBaseline, rowText, type Row } from '../rows.ts';
import { findColumnsBeside, isLeftOf } from './beside.ts';
import { findListGutter } from './list-columns.ts';
import { cutRow, mayBeProse, toSegment, type Part, type Segment } from './segments.ts';
import { isMarker } from '../tables/cells.ts';
import type { Line } from '../tables/drawn-lines.ts';
import { crosses, findSpanningRows } from './spanning-rows.ts';
import type { Word } from '../words.ts';

/*
 *   ┌──────────────────────┐   band 1: crosses the gutter, read as one column
 *   │ Title over both      │
 *   ├─────────┬────────────┤
 *   │ left    │ right      │   band 2: two columns, left before right
 *   │         │            │
 *   ├─────────┴────────────┤
 *   │ table over both      │   band 3
 *   ├─────────┬────────────┤
 *   │ left    │ right      │   band 4
 *   └─────────┴────────────┘
 */

/** Lines of prose that each side of a gutter must hold: of a page's first, and of another one beside it. */
const minProseLines = { first: 4, further: 3 };
/** Of the first line of a paragraph, in sizes. */
const widestIndent = 1.5;
/** Share of a side's characters that must stand in lines of prose: on the page, and in one band. */
const pageProse = 0.7;
const bandProse = 0.5;
/** Share of the height of all lines in its bands that the lines of a column must fill. */
const minFilling = 0.35;
/** Share of the lines of prose that say different things: cells of a table say the same again and again. */
const minDistinct = 0.5;
/** In sizes. */
const lineHeight = 1.2;
/** Lines of paragraphs are mostly this long, as a share of long ones; labels and cells of a table are not. */
const fullLine = 0.75;
const minFullLines = 0.45;
/** Distance of baselines, in sizes, over which a picture may stand. */
const pictureGap = 6;
const maxDepth = 3;

/** Points by which the gutters of two pages differ at most that are one, and share of the pages that have one which a document is set with. */
const sameGutter = 6;
const minGutters = { pages: 2, share: 1 / 3 };
/** Share of the rows of a table that may stand level with lines of the column beside it by chance, and points that they differ by then. */
const maxLevel = 0.75;
/** Of the columns' widths. */
const maxWidth = 1.25;
const level = 0.6;

interface Gutter {
  readonly x: number;
  readonly proseLines: number;
}

interface Band {
  readonly left: Segment[];
  readonly right: Segment[];
  /** Rows below the columns that span the gutter. */
  readonly spanning: Segment[];
}

/**
 * Puts the words of a page into reading order: a list of regions, each of one column, to be read one after
 * the other. A gutter is believed only where both of its sides hold lines of prose, so that the columns of
 * a table stay together as rows, or lists of labels and values are set side by side.
 *
 * @param across lines drawn across the page, or parts of it.
 * @param usual gutters of the document: there a table may stand beside the prose of one column.
 */
export function readingOrder(
  words: readonly Word[],
  across: readonly Line[] = [],
  usual: readonly number[] = [],
  depth = 0,
): Word[][] {
  if (words.length === 0) return [];
  const size = median(words.map((word) => word.size));
  const cut = cutRows(words, size);
  const minLines = depth === 0 ? minProseLines.first : minProseLines.further;
  const shared = depth < maxDepth ? sharedLeftEdges(cut.flat(), minLines) : [];
  const between = findListGutter(cut, shared, across);
  if (between !== undefined) {
    const [left, right] = [true, false].map((isLeft) => words.filter(({ x0 }) => x0 < between === isLeft));
    return [left!, right!].flatMap((side) => readingOrder(side, across, [], depth + 1));
  }
  const edges = mayBeGutters(cut.flat(), shared, minLines);
  if (edges.length + usual.length === 0) return cutBeside(words, { cut, across, depth });
  const rows = cut.map((row) => row.map(toSegment));
  const gutter = bestGutter(rows, edges, minLines) ?? usualGutter(rows, usual);
  if (!gutter) return cutBeside(words, { cut, across, depth });
  const isUsual = usual.some((x) => Math.abs(x - gutter.x) <= sameGutter);
  const regions: Word[][] = [];
  let wide: Segment[] = [];
  const flush = (): void => {
    const left = wordsOf(wide);
    if (left.length > 0) regions.push(...cutBeside(left, { cut: cutRows(left, size), across, depth }));
    wide = [];
  };
  for (const band of cutBands(rows, gutter.x, findSpanningRows(rows, gutter.x))) {
    if (isColumns(band) || (isUsual && isBesideProse(band))) {
      flush();
      for (const side of [band.left, band.right])
        regions.push(...readingOrder(wordsOf(side), across, [], depth + 1));
    } else wide.push(...band.left, ...band.right);
    wide.push(...band.spanning);
  }
  flush();
  return regions;
}

/** The gutters that a document is set with, of the words of its pages. */
export function usualGutters(pages: readonly (readonly Word[])[]): number[] {
  const found = pages.map(gutterOf).filter((x) => x !== undefined);
  const least = Math.max(minGutters.pages, minGutters.share * pages.length);
  return found.filter((x) => found.filter((other) => Math.abs(other - x) <= sameGutter).length >= least);
}

function gutterOf(words: readonly Word[]): number | undefined {
  if (words.length === 0) return undefined;
  const cut = cutRows(words, median(words.map(({ size }) => size)));
  const minLines = minProseLines.first;
  const edges = mayBeGutters(cut.flat(), sharedLeftEdges(cut.flat(), minLines), minLines);
  if (edges.length === 0) return undefined;
  return bestGutter(
    cut.map((row) => row.map(toSegment)),
    edges,
    minLines,
  )?.x;
}

/** The usual gutter that most lines of prose stand beside. */
function usualGutter(rows: readonly Segment[][], usual: readonly number[]): Gutter | undefined {
  const gutters = usual.map((x) => {
    const bands = cutBands(rows, x, findSpanningRows(rows, x)).filter(isBesideProse);
    return { x, proseLines: countProse(bands.flatMap(({ left, right }) => [...left, ...right])) };
  });
  return gutters.filter(({ proseLines }) => proseLines > 0).sort((a, b) => b.proseLines - a.proseLines)[0];
}

const cutRows = (words: readonly Word[], size: number): Part[][] =>
  groupByBaseline(words).map((row) => cutRow(row, size));

interface Wide {
  readonly cut: readonly (readonly Part[])[];
  readonly across: readonly Line[];
  readonly depth: number;
}

/** Words that are read as one column, but for columns that stand beside each other in some of their rows. */
function cutBeside(words: readonly Word[], { cut, across, depth }: Wide): Word[][] {
  const edges = depth < maxDepth ? sharedLeftEdges(cut.flat(), minProseLines.further) : [];
  const beside = findColumnsBeside(cut, edges);
  if (beside === undefined) return [[...words]];
  const { x, from, to } = beside;
  const parts = cut.slice(from, to).flat();
  const groups = [
    cut.slice(0, from).flat(),
    parts.filter((part) => isLeftOf(part, x)),
    parts.filter((part) => !isLeftOf(part, x)),
    cut.slice(to).flat(),
  ];
  return groups.flatMap((group) => readingOrder(wordsOf(group), across, [], depth + 1));
}

function wordsOf(rows: readonly Pick<Row, 'words'>[]): Word[] {
  return rows.flatMap((row) => row.words);
}

/** The edges that lines share which have so many lines on both sides that may be prose. */
function mayBeGutters(parts: readonly Part[], edges: readonly number[], minLines: number): number[] {
  const lines = parts.filter(mayBeProse);
  return edges.filter((x) => {
    const left = lines.filter(({ x1 }) => x1 <= x + 1).length;
    const right = lines.filter(({ x0 }) => x0 >= x - 1).length;
    return left >= minLines && right >= minLines;
  });
}

function bestGutter(
  rows: readonly Segment[][],
  edges: readonly number[],
  minLines: number,
): Gutter | undefined {
  let best: Gutter | undefined;
  for (const x of edges) {
    const gutter = measure(rows, x);
    if (gutter && gutter.proseLines >= minLines && gutter.proseLines > (best?.proseLines ?? 0)) best = gutter;
  }
  return best;
}

/** The x just left of where at least `minLines` lines begin, first lines with their indent, most frequent first. */
function sharedLeftEdges(segments: readonly Part[], minLines: number): number[] {
  const outermost = boundsOf(segments).x0;
  const counts = new Map<number, number>();
  for (const segment of segments) {
    const edge = Math.round(segment.x0 / 2);
    if (segment.x0 > outermost + 4 * segment.size) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  const indent = Math.ceil((widestIndent * median(segments.map(({ size }) => size))) / 2);
  const linesAt = (edge: number): number => {
    let lines = 0;
    for (let start = edge; start <= edge + indent; start++) lines += counts.get(start) ?? 0;
    return lines;
  };
  return [...counts]
    .filter(([edge]) => linesAt(edge) >= minLines)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([edge]) => edge * 2 - 2);
}

function measure(rows: readonly Segment[][], x: number): Gutter | undefined {
  const crossing = rows.map((segments) => crosses(segments, x));
  const columns = cutBands(rows, x, crossing).filter(isColumns);
  const left = columns.flatMap((band) => band.left);
  const right = columns.flatMap((band) => band.right);
  const proseLines = Math.min(countProse(left), countProse(right));
  if (proseShare(left) < pageProse || proseShare(right) < pageProse) return undefined;
  if (Math.min(shareOfFullLines(left), shareOfFullLines(right)) < minFullLines) return undefined;
  const height = inkHeight([...left, ...right]);
  if (Math.min(inkHeight(left), inkHeight(right)) < minFilling * height) return undefined;
  if (Math.min(shareOfDistinct(left), shareOfDistinct(right)) < minDistinct) return undefined;
  return { x: leftOfHanging(rows, x, left), proseLines };
}

/** The place left of the bullets and numbers that hang between the columns, in front of lines of the right one. */
function leftOfHanging(rows: readonly Segment[][], x: number, left: readonly Segment[]): number {
  const end = Math.max(...left.filter(({ prose }) => prose).map(({ x1 }) => x1));
  const hanging = rows.flatMap((segments) =>
    segments.filter(({ words, x0, x1 }, index) => {
      const next = segments[index + 1];
      const isBetween = x0 > end && x1 <= x + 1 && next !== undefined && next.x0 >= x - 1;
      return isBetween && words.length === 1 && isMarker(words[0]!);
    }),
  );
  const place = Math.min(x, ...hanging.map(({ x0 }) => x0 - 2));
  return crosses(left, place) ? x : place;
}

/** Bands end below each run of rows that span x, and where both columns are empty: there a picture spans them. */
function cutBands(rows: readonly Segment[][], x: number, spans: readonly boolean[]): Band[] {
  const bands: Band[] = [];
  let band: Band = { left: [], right: [], spanning: [] };
  rows.forEach((segments, index) => {
    if (spans[index]) return band.spanning.push(...segments);
    if (band.spanning.length > 0 || isBelowPicture(segments, rows[index - 1])) {
      bands.push(band);
      band = { left: [], right: [], spanning: [] };
    }
    for (const segment of segments) (segment.x1 <= x + 1 ? band.left : band.right).push(segment);
  });
  bands.push(band);
  return bands;
}

function isBelowPicture([segment]: readonly Segment[], above: readonly Segment[] | undefined): boolean {
  return above !== undefined && segment!.baseline - above[0]!.baseline > pictureGap * segment!.size;
}

function isColumns(band: Band): boolean {
  return proseShare(band.left) >= bandProse && proseShare(band.right) >= bandProse;
}

/** Whether one side is a column of prose, and the other, as a table in the other column, about as wide and mostly not level with its lines. */
function isBesideProse({ left, right }: Band): boolean {
  return standsBeside(left, right) || standsBeside(right, left);
}

function standsBeside(other: readonly Segment[], prose: readonly Segment[]): boolean {
  if (other.length === 0 || countProse(prose) < minProseLines.first) return false;
  if (proseShare(prose) < bandProse || shareOfFullLines(prose) < minFullLines) return false;
  if (widthOf(other) > maxWidth * widthOf(prose)) return false;
  const isLevel = ({ baseline }: Segment): boolean =>
    prose.some((line) => Math.abs(line.baseline - baseline) < level);
  return other.filter(isLevel).length <= maxLevel * other.length;
}

function widthOf(segments: readonly Segment[]): number {
  const { x0, x1 } = boundsOf(segments);
  return x1 - x0;
}

function countProse(segments: readonly Segment[]): number {
  return segments.filter((segment) => segment.prose).length;
}

/** Share of the characters that stand in lines of prose. */
function proseShare(segments: readonly Segment[]): number {
  const all = segments.reduce((sum, segment) => sum + segment.length, 0);
  const prose = segments.reduce((sum, segment) => sum + (segment.prose ? segment.length : 0), 0);
  return all === 0 ? 0 : prose / all;
}

/** Share of the lines of prose that are about as long as a tenth of them at least; those of an index need not be. */
function shareOfFullLines(segments: readonly Segment[]): number {
  const lines = segments.filter(({ prose }) => prose);
  if (lines.filter(({ entry }) => entry).length > lines.length / 2) return 1;
  const widths = lines.map(({ x0, x1 }) => x1 - x0);
  const long = widths.sort((a, b) => b - a)[Math.floor(widths.length / 10)] ?? 0;
  return widths.filter((width) => width >= fullLine * long).length / widths.length;
}

function shareOfDistinct(segments: readonly Segment[]): number {
  const lines = segments.filter(({ prose }) => prose).map(rowText);
  return new Set(lines).size / lines.length;
}

/** Height that lines cover, at one and a fifth of their size each; those of two columns may stand between each other's. */
function inkHeight(segments: readonly Row[]): number {
  let height = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { baseline, size } of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    height += Math.max(0, baseline - Math.max(end, baseline - lineHeight * size));
    end = Math.max(end, baseline);
  }
  return height;
}
