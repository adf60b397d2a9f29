import { boundsOf, median } from './geometry.ts';
import { groupRows, rowText, splitRow, type Row } from './rows.ts';
import type { Word } from './words.ts';

/*
 *   ┌──────────────────────┐   band 1: crosses the gutter, read as one column
 *   │ Title over both      │
 *   ├─────────┬────────────┤
 *   │ left    │ right      │   band 2: two columns, left before right
 *   │         │            │
 *   ├─────────┴────────────┤
 *   │ figure over both     │   band 3
 *   ├─────────┬────────────┤
 *   │ left    │ right      │   band 4
 *   └─────────┴────────────┘
 */

/** Gaps at least this wide, in sizes, may be gutters or table cells; narrower ones are spaces. */
const segmentGap = 0.8;
/** Lines of prose that each side of a gutter must hold on the page. */
const minProseLines = 4;
/** Share of a side's characters that must stand in lines of prose: on the page, and in one band. */
const pageProse = 0.7;
const bandProse = 0.5;
/** Share of the height of its bands that the lines of a column must fill. */
const minFilling = 0.35;
const maxDepth = 3;

/** A part of a row without wide gaps. */
interface Segment extends Row {
  readonly length: number;
  readonly prose: boolean;
}

interface Gutter {
  readonly bands: readonly Band[];
  readonly proseLines: number;
}

interface Band {
  readonly left: Segment[];
  readonly right: Segment[];
  readonly crossing: Segment[];
}

/**
 * Puts the words of a page into reading order: a list of regions, each of one column, to be read one after
 * the other. A gutter is believed only where both of its sides hold lines of prose, so that the columns of
 * a table stay together as rows.
 */
export function readingOrder(words: readonly Word[], depth = 0): Word[][] {
  if (words.length === 0) return [];
  const size = median(words.map((word) => word.size));
  const segments = groupRows(words)
    .flatMap((row) => splitRow(row, segmentGap * size))
    .map(toSegment);
  const gutter = depth < maxDepth ? bestGutter(segments) : undefined;
  if (!gutter) return [[...words]];
  const regions: Word[][] = [];
  let wide: Segment[] = [];
  const flush = (): void => {
    if (wide.length > 0) regions.push(wordsOf(wide));
    wide = [];
  };
  for (const band of gutter.bands) {
    if (isColumns(band)) {
      flush();
      regions.push(
        ...readingOrder(wordsOf(band.left), depth + 1),
        ...readingOrder(wordsOf(band.right), depth + 1),
      );
    } else wide.push(...band.left, ...band.right);
    wide.push(...band.crossing);
  }
  flush();
  return regions;
}

/** Prose is at least three words, mostly of letters. */
function toSegment(row: Row): Segment {
  const text = rowText(row);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const words = row.words.length;
  const prose = letters >= 12 && words >= 3 && letters >= 0.6 * (text.length - words);
  return { ...row, length: text.length, prose };
}

function wordsOf(rows: readonly Row[]): Word[] {
  return rows.flatMap((row) => row.words);
}

function bestGutter(segments: readonly Segment[]): Gutter | undefined {
  let best: Gutter | undefined;
  for (const x of sharedLeftEdges(segments)) {
    const gutter = measure(segments, x);
    if (gutter && gutter.proseLines > (best?.proseLines ?? 0)) best = gutter;
  }
  return best;
}

/** The x just left of where at least `minProseLines` lines begin, most frequent first. */
function sharedLeftEdges(segments: readonly Segment[]): number[] {
  const outermost = boundsOf(segments).x0;
  const counts = new Map<number, number>();
  for (const segment of segments) {
    const edge = Math.round(segment.x0 / 2);
    if (segment.x0 > outermost + 4 * segment.size) counts.set(edge, (counts.get(edge) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= minProseLines)
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([edge]) => edge * 2 - 2);
}

function measure(segments: readonly Segment[], x: number): Gutter | undefined {
  const bands = cutBands(segments, x);
  const columns = bands.filter(isColumns);
  const left = columns.flatMap((band) => band.left);
  const right = columns.flatMap((band) => band.right);
  const proseLines = Math.min(countProse(left), countProse(right));
  if (proseLines < minProseLines) return undefined;
  if (proseShare(left) < pageProse || proseShare(right) < pageProse) return undefined;
  const height = columns.reduce((sum, band) => sum + heightOf([...band.left, ...band.right]), 0);
  if (Math.min(inkHeight(left), inkHeight(right)) < minFilling * height) return undefined;
  return { bands, proseLines };
}

/** Bands end below each run of segments that cross x. */
function cutBands(segments: readonly Segment[], x: number): Band[] {
  const bands: Band[] = [];
  let band: Band = { left: [], right: [], crossing: [] };
  for (const segment of segments) {
    const crosses = segment.x0 < x - 1 && segment.x1 > x + 1;
    if (!crosses && band.crossing.length > 0) {
      bands.push(band);
      band = { left: [], right: [], crossing: [] };
    }
    if (crosses) band.crossing.push(segment);
    else if (segment.x1 <= x + 1) band.left.push(segment);
    else band.right.push(segment);
  }
  bands.push(band);
  return bands;
}

function isColumns(band: Band): boolean {
  if (band.left.length === 0 || band.right.length === 0) return false;
  return proseShare(band.left) >= bandProse && proseShare(band.right) >= bandProse;
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

function heightOf(segments: readonly Row[]): number {
  const { y0, y1 } = boundsOf(segments);
  return y1 - y0;
}

/** Height that the distinct lines cover, at one and a fifth of their size each. */
function inkHeight(segments: readonly Row[]): number {
  const baselines = new Map<number, number>();
  for (const segment of segments) baselines.set(Math.round(segment.baseline / 2), segment.size);
  return [...baselines.values()].reduce((sum, size) => sum + 1.2 * size, 0);
}
