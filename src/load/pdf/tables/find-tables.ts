import { startsCaption } from '../arrange/captions.ts';
import { boundsOf, median } from '../geometry.ts';
import { amountsOf, isAmount, partsOf } from './amounts.ts';
import { withAligned } from './extent/with-aligned.ts';
import { wideGaps } from './cells.ts';
import { standAlike } from './columns.ts';
import type { Row } from '../rows.ts';

/** A run of rows from `start` up to, and without, `end`. */
export interface TableSpan {
  start: number;
  readonly end: number;
}

/** Distance of baselines within a table: in usual leadings of the text and of rows with cells, and in sizes. */
const textLeadings = 2.2;
const tableLeadings = 1.6;
const maxDistance = 6;
/** Rows without cells between two with cells: captions of groups and wrapped labels. */
const maxLabels = 6;
/** Words of a sentence, and the distance of its baseline from the row above, in sizes, where it begins a paragraph. */
const minSentence = 8;
const paragraphDistance = 1.6;
/** Rows this much larger are headings. */
const maxSizeRatio = 1.2;
/** Of a wrapped head. */
const minHeads = 3;
/** Distance of baselines within a head, and how far its lines are from being set flush or centred, in sizes. */
const headLeading = 1.35;
const sameEdge = 0.3;
/** Words of a bracket between heads and amounts, which says what these are in. */
const mostInBracket = 8;

/**
 * Finds the tables among the rows of one column: at least two rows with cells, near each other, with the rows
 * between them that leave free what is free in both, and the headers that stand over their right part.
 *
 * @param hasCells for each row whether it is tabular.
 * @param leading usual distance of baselines of the text, in sizes.
 */
export function findTables(rows: readonly Row[], hasCells: readonly boolean[], leading: number): TableSpan[] {
  const cells = withAligned(rows, hasCells);
  const tabular = [...rows.keys()].filter((index) => cells[index] && !startsCaption(rows[index]!));
  const isNear = nearness(rows, tabular, leading);
  const runs: number[][] = [];
  for (const index of tabular) {
    const run = runs.at(-1);
    if (run && isNear(run.at(-1)!, index) && areLabels(rows, run.at(-1)!, index)) run.push(index);
    else runs.push([index]);
  }
  const spans = runs
    .filter((run) => run.length > 1)
    .map((run) => ({ start: run[0]!, end: run.at(-1)! + 1 }) as TableSpan);
  spans.forEach((span, index) => {
    const first = spans[index - 1]?.end ?? 0;
    const isHead = (): boolean =>
      (isHeader(rows, span) && isNear(span.start - 1, span.start)) || isWrappedHead(rows, span);
    while (span.start > first && isHead()) span.start--;
  });
  return spans;
}

/** Whether each part of the row above a table is the line above one of its heads of amounts, in whose middle or at whose edge it stands. */
function isWrappedHead(rows: readonly Row[], { start, end }: TableSpan): boolean {
  const [row, below] = [rows[start - 1]!, rows[start]!];
  if (below.baseline - row.baseline > headLeading * below.size || row.size > maxSizeRatio * below.size)
    return false;
  const heads = partsOf(below);
  const body = rows.slice(start + 1, end);
  if (heads.length < minHeads || row.bold !== below.bold || heads.some(isAmount) || startsCaption(row))
    return false;
  if (!body.slice(0, maxLabels).some(hasAmounts) || row.x0 < boundsOf(body).x0 + row.size) return false;
  const places = heads.map(boundsOf);
  return partsOf(row).every((words) => {
    const part = boundsOf(words);
    const [at, ...others] = places.filter((head) => head.x0 < part.x1 && head.x1 > part.x0);
    return at !== undefined && others.length === 0 && standAlike(at, part, sameEdge * row.size);
  });
}

function nearness(
  rows: readonly Row[],
  tabular: readonly number[],
  leading: number,
): (from: number, to: number) => boolean {
  const distance = (index: number): number => {
    const [above, below] = [rows[index - 1]!, rows[index]!];
    return (below.baseline - above.baseline) / Math.max(above.size, below.size);
  };
  const followers = tabular.filter((index, at) => index > 0 && tabular[at - 1] === index - 1);
  const ofTables = median(followers.map(distance));
  const limit = Math.min(maxDistance, Math.max(textLeadings * leading, tableLeadings * ofTables));
  return (from, to) => {
    for (let index = from + 1; index <= to; index++) if (distance(index) > limit) return false;
    return true;
  };
}

function areLabels(rows: readonly Row[], above: number, below: number): boolean {
  if (below - above - 1 > maxLabels) return false;
  const around = [rows[above]!, rows[below]!];
  const isLabel = (row: Row, index: number): boolean =>
    !startsCaption(row) &&
    (!isSentence(row, row.baseline - rows[above + index]!.baseline) ||
      goesOnInCell(row, rows[above + index]!)) &&
    (row.size <= maxSizeRatio * rows[above]!.size || hasAmounts(rows[below]!)) &&
    row.size <= maxSizeRatio * rows[below]!.size &&
    (isUnit(row) || around.every((other) => leavesFree(row, other)));
  const isUnit = (row: Row): boolean =>
    isBracket(row) && hasAmounts(rows[below]!) && !hasAmounts(rows[above]!);
  return rows.slice(above + 1, below).every(isLabel);
}

/** `(In millions)`. */
const isBracket = ({ words }: Row): boolean =>
  words.length <= mostInBracket && /^[(（]/u.test(words[0]!.text) && /[)）]$/u.test(words.at(-1)!.text);

/** Whether there are amounts right of a row's first cell: the row above may be a head in small print. */
const hasAmounts = (row: Row): boolean => amountsOf(row).length > 0;

/** Whether a row ends a sentence, or introduces another table: with space above it. */
function isSentence({ words, size }: Row, distance: number): boolean {
  if (words.length < minSentence) return false;
  const last = words.at(-1)!.text;
  return last.endsWith('.') || (last.endsWith(':') && distance > paragraphDistance * size);
}

/** Whether a row is the next line of a cell right of the first one in the row above it. */
function goesOnInCell(row: Row, above: Row): boolean {
  if (row.baseline - above.baseline > headLeading * row.size) return false;
  const [, ...cells] = partsOf(above).map(boundsOf);
  return cells.some(({ x0 }, index) => {
    const end = cells[index + 1]?.x0 ?? Infinity;
    return Math.abs(row.x0 - x0) < sameEdge * row.size && row.x1 < end;
  });
}

/** Whether a row does not fill the widest gap of a row with cells. */
function leavesFree(row: Row, withCells: Row): boolean {
  const widest = wideGaps(withCells).sort((a, b) => b.x1 - b.x0 - (a.x1 - a.x0))[0];
  return widest === undefined || row.x0 > widest.x0 + row.size || row.x1 < widest.x1;
}

/** Whether the row above a table stands over its right part, as "Year ended 31 December" does. */
export function isHeader(rows: readonly Row[], { start, end }: TableSpan): boolean {
  const row = rows[start - 1]!;
  if (row.size > maxSizeRatio * rows[start]!.size) return false;
  const { x0, x1 } = boundsOf(rows.slice(start, end));
  const width = x1 - x0;
  return row.x0 > x0 + 0.25 * width && (row.x0 + row.x1) / 2 > x0 + 0.6 * width;
}
