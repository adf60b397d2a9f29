import { median } from '../geometry.ts';
import { isAmount } from './amounts.ts';
import type { PdfCell, PdfTable } from './pdf-table.ts';

/** Rows up to which cells without any number may be the words of justified lines. */
const fewRows = 3;
/** Numbers of a column with which it may be the scale of a chart. */
const minScale = 4;
const minEven = 0.8;
const minScales = 0.9;
/** Share of the rows of a chart that hold nothing but numbers of scales. */
const minBare = 0.5;

/**
 * Whether what looks like rows with cells is a table, and no chart or stretch of justified text. The last word on tables without lines, after
 * cells.ts and find-tables.ts; those with lines are decided in ruled/ruled-tables.ts.
 */
export function isTable(table: PdfTable): boolean {
  return table.columnCount > 1 && !isJustified(table) && !isChart(table);
}

/** A few lines without numbers whose gaps do not stand over each other. */
function isJustified({ cells, rowCount, columnCount }: PdfTable): boolean {
  if (rowCount > fewRows || cells.some(({ words }) => isAmount(words))) return false;
  const even = cells.length === rowCount * columnCount;
  return !even && columnCount > rowCount + 1;
}

/** Nearly all numbers that stand alone belong to scales, and most rows hold nothing else. */
function isChart({ cells, rowCount, columnCount }: PdfTable): boolean {
  const amounts = cells.filter(({ words }) => isAmount(words));
  const labelled = new Set(cells.filter(({ words }) => !isAmount(words)).map(({ row }) => row));
  const alone = amounts.filter(({ row }) => !labelled.has(row));
  if (new Set(alone.map(({ row }) => row)).size < minBare * rowCount) return false;
  const columns = Array.from({ length: columnCount }, (_, index) =>
    amounts.filter(({ column }) => column === index),
  );
  return alone.filter(({ column }) => isScale(columns[column]!)).length >= minScales * alone.length;
}

/** Whether numbers go up or down by the same step nearly always: charts may stand below each other. */
function isScale(cells: readonly PdfCell[]): boolean {
  const values = cells.map(({ words }) =>
    Number(words.map(({ text }) => text.replace(/[,%\s]/g, '')).join('')),
  );
  const steps = values.slice(1).map((value, index) => value - values[index]!);
  const usual = median(steps);
  const even = steps.filter((step) => Math.abs(step - usual) <= 1e-6 * Math.abs(usual));
  return values.length >= minScale && usual !== 0 && even.length >= minEven * steps.length;
}
