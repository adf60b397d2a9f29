import { cellStarts } from './cells.ts';
import { boundsOf } from '../geometry.ts';
import { groupRows, type Row } from '../rows.ts';
import type { Word } from '../words.ts';
import { joinWrappedCells, joinWrappedLabels } from './wrapped/wrapped-lines.ts';
import { isAmount, isCurrency, splitAmounts } from './amounts.ts';
import { coveredColumns, findColumns, type CellInterval, type Interval } from './columns.ts';
import { countHeaderRows } from '../../tables/header-rows.ts';
import { looksOf } from './heads/cell-looks.ts';
import { joinHeads } from './heads/join-heads.ts';
import { joinBands } from './join-bands.ts';
import type { Line } from './drawn-lines.ts';
import type { PdfCell, PdfTable } from './pdf-table.ts';
import { spanHeads } from './heads/span-heads.ts';

/** A table of the words in a place where one is known to be, without lines between its columns. */
export function tableFromWords(words: readonly Word[], across: readonly Line[]): PdfTable {
  const rows = groupRows(words);
  return tableFromRows(rows, cellStarts(rows), across);
}

/**
 * A table of rows whose cells are known: their columns are found by what stands over what.
 *
 * @param starts the words that begin a cell, those that begin a row left out.
 * @param across lines that may part rows.
 */
export function tableFromRows(
  lines: readonly Row[],
  starts: ReadonlySet<Word>,
  across: readonly Line[] = [],
): PdfTable {
  const labelled = joinWrappedLabels(lines, starts);
  const rows = joinBands(labelled, across) ?? joinWrappedCells(labelled, starts).map((row) => [row]);
  const parts = rows.map((band) => band.flatMap((row) => cutRow(row, starts)).sort(byLeft));
  const found = findColumns(parts.map((cells) => cells.map(toInterval)));
  const cells = placeRows(parts, found);
  const headerRows = countHeaderRows(looksOf(cells), rows.length);
  const columns = joinHeads(found, cells, headerRows);
  const placed = columns.length < found.length ? placeRows(parts, columns) : cells;
  return {
    ...boundsOf(lines),
    rowCount: rows.length,
    columnCount: columns.length,
    headerRows,
    cells: spanHeads(placed, { headerRows, columns, across }),
  };
}

function placeRows(rows: readonly (readonly Word[][])[], columns: readonly Interval[]): PdfCell[] {
  return rows.flatMap((parts, row) => placeCells(parts, row, columns));
}

/** The words of each cell; a currency sign that ends one goes to the amount after it. */
function cutRow({ words }: Row, starts: ReadonlySet<Word>): Word[][] {
  const cells: Word[][] = [];
  for (const word of words) {
    const last = cells.at(-1);
    if (!last) cells.push([word]);
    else if (!starts.has(word)) last.push(word);
    else if (last.length > 1 && isCurrency(last.at(-1)!)) cells.push([last.pop()!, word]);
    else cells.push([word]);
  }
  return cells.flatMap(splitAmounts);
}

function toInterval(words: readonly Word[]): CellInterval {
  const { x0, x1 } = boundsOf(words);
  return { x0, x1, amount: isAmount(words) };
}

function byLeft(a: readonly Word[], b: readonly Word[]): number {
  return boundsOf(a).x0 - boundsOf(b).x0;
}

/**
 * Cells of one row in their columns. One that reaches into the column of the cell before is joined to it; where that one
 * spans more columns, it leaves those of a cell to its right, as amounts do under heads that are set over both.
 */
function placeCells(parts: readonly Word[][], row: number, columns: readonly Interval[]): PdfCell[] {
  const placed: PdfCell[] = [];
  for (const words of parts) {
    const { x0, y0, x1, y1 } = boundsOf(words);
    const [first, last] = coveredColumns({ x0, x1 }, columns);
    const before = placed.at(-1);
    const free = before ? before.column + before.columnSpan : 0;
    if (!before || last >= free) {
      const column = Math.max(first, free);
      placed.push({ row, column, rowSpan: 1, columnSpan: last - column + 1, words, x0, y0, x1, y1 });
    } else if (last > before.column && x0 >= before.x1) {
      const column = Math.max(first, before.column + 1);
      placed[placed.length - 1] = { ...before, columnSpan: column - before.column };
      placed.push({ row, column, rowSpan: 1, columnSpan: last - column + 1, words, x0, y0, x1, y1 });
    } else placed[placed.length - 1] = joined(before, words);
  }
  return placed;
}

function joined(cell: PdfCell, more: readonly Word[]): PdfCell {
  const words = groupRows([...cell.words, ...more]).flatMap((row) => row.words);
  return { ...cell, words, ...boundsOf(words) };
}
