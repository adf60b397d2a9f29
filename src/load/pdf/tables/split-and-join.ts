import { startsCaption } from '../arrange/captions.ts';
import { boundsOf } from '../geometry.ts';
import type { Row } from '../rows.ts';
import { isHeader, type TableSpan } from './find-tables.ts';
import { amountsOf } from './amounts.ts';
import { findColumns, segmentsOf, type Interval } from './columns.ts';

/** Distance of baselines between the parts of one table, in sizes. */
const maxDistance = 4;
/** Labels that may stand between them. */
const maxLabels = 2;
const minColumns = 2;
/** How far right edges of amounts in one column may be apart, in sizes. */
const sameEdge = 0.5;
const maxSizeRatio = 1.2;
/** Rows of a head within a table, and the share of its width that they leave free at the left. */
const minHeads = 2;
const minIndent = 0.25;
const year = /^(?:19|20)\d\d$/;

/**
 * Tables as they are headed: one that is headed anew between its rows is several, and parts below each other are one
 * where the lower goes on with amounts in the same columns, or the upper is nothing but their heads.
 */
export function arrangeParts(spans: readonly TableSpan[], rows: readonly Row[]): TableSpan[] {
  const joined: TableSpan[] = [];
  for (const span of spans.flatMap((whole) => partAtHeads(whole, rows))) {
    const last = joined.at(-1);
    if (last && (goesOn(last, span, rows) || isHeadOf(last, span, rows)))
      joined[joined.length - 1] = { start: last.start, end: span.end };
    else joined.push(span);
  }
  return joined;
}

/** Cuts where rows without amounts, all away from the left and with a year among them, stand between rows with some. */
function partAtHeads({ start, end }: TableSpan, rows: readonly Row[]): TableSpan[] {
  const parts: TableSpan[] = [];
  const left = Math.min(...rows.slice(start, end).map(({ x0 }) => x0));
  const right = Math.max(...rows.slice(start, end).map(({ x1 }) => x1));
  const isHead = (row: Row): boolean => row.x0 > left + minIndent * (right - left);
  let from = start;
  let above: number | undefined;
  for (let index = start; index < end; index++) {
    if (amountsOf(rows[index]!).length === 0) continue;
    const between = above === undefined ? [] : rows.slice(above + 1, index);
    if (between.length >= minHeads && between.every(isHead) && between.some(hasYear)) {
      parts.push({ start: from, end: above! + 1 });
      from = withHeader({ start: index, end }, above! + 1, rows);
    }
    above = index;
  }
  return [...parts, { start: from, end }];
}

/** Where a table begins with the rows that head it, from the first row that may. */
function withHeader(span: TableSpan, first: number, rows: readonly Row[]): number {
  let { start } = span;
  while (start > first && isHeader(rows, { start, end: span.end })) start--;
  return start;
}

/** Whether rows without amounts end with one head for each column of amounts below, right of a label: "2023" and "2022" over an empty row. */
function isHeadOf(upper: TableSpan, lower: TableSpan, rows: readonly Row[]): boolean {
  if (!areBeside(upper, lower, rows) || lower.start > upper.end) return false;
  if (rows.slice(upper.start, upper.end).some((row) => amountsOf(row).length > 0)) return false;
  const columns = findColumns(rows.slice(lower.start, lower.end).map(intervalsOfAmounts));
  const heads = segmentsOf(rows[upper.end - 1]!).slice(-columns.length);
  return (
    columns.length >= minColumns &&
    heads.length === columns.length &&
    rows[lower.start]!.x0 < heads[0]!.x0 &&
    heads.every((head, index) => nearest(head, columns) === index)
  );
}

/** Index of the column whose middle is nearest to that of a head. */
function nearest(head: Interval, columns: readonly Interval[]): number {
  const distances = columns.map(({ x0, x1 }) => Math.abs(x0 + x1 - head.x0 - head.x1));
  return distances.indexOf(Math.min(...distances));
}

/** Whether a table begins with amounts, shortly below another one. */
function areBeside(upper: TableSpan, lower: TableSpan, rows: readonly Row[]): boolean {
  if (amountsOf(rows[lower.start]!).length === 0 || lower.start - upper.end > maxLabels) return false;
  for (let index = upper.end; index <= lower.start; index++)
    if (!isNear(rows[index - 1]!, rows[index]!)) return false;
  return true;
}

function goesOn(upper: TableSpan, lower: TableSpan, rows: readonly Row[]): boolean {
  if (!areBeside(upper, lower, rows)) return false;
  const [above, below] = [upper, lower].map(({ start, end }) =>
    rows.slice(start, end).map(intervalsOfAmounts),
  );
  const [columns, own] = [findColumns(above!), findColumns(below!)];
  const labels = rows.slice(upper.end, lower.start);
  const { size } = rows[lower.start]!;
  return (
    own.length >= minColumns &&
    own.every(({ x1 }) => columns.some((column) => Math.abs(column.x1 - x1) < sameEdge * size)) &&
    labels.every((row) => isLabel(row, columns[0]!))
  );
}

function isNear(above: Row, below: Row): boolean {
  const sizes = [above.size, below.size];
  const alike = Math.max(...sizes) <= maxSizeRatio * Math.min(...sizes);
  return alike && below.baseline - above.baseline < maxDistance * below.size;
}

/** Whether a row leaves the columns of amounts free and is no sentence. */
function isLabel(row: Row, { x0 }: Interval): boolean {
  return row.x1 < x0 && !startsCaption(row) && !row.words.at(-1)!.text.endsWith('.');
}

function intervalsOfAmounts(row: Row): Interval[] {
  return amountsOf(row).map(boundsOf);
}

function hasYear({ words }: Row): boolean {
  return words.some(({ text }) => year.test(text));
}
