import { isAmountText } from '../../tables/amount.ts';
import { maxSpannedColumns, type PlacedCell } from './place-cells.ts';

/**
 * Puts cells into the columns of the data, by row and column. Pages part them further, for signs, indents and space: neighbouring columns
 * of the page are one where some cell covers both and no row has a cell in either, unless each has values of its own in the body, which
 * indents of labels are not; those in which no cell begins are none.
 *
 * @param rows cells with text alone.
 * @param bodyFrom the first row below the heads.
 */
export function mergeColumns(rows: readonly (readonly PlacedCell[])[], bodyFrom: number): PlacedCell[] {
  const cells = rows.flat();
  const titles = new Set(rows.flatMap((row) => (row.length === 1 && row[0]!.column === 0 ? row : [])));
  const inColumns = cells.filter((cell) => !titles.has(cell));
  const columns = columnsOfPage(inColumns.length > 0 ? inColumns : cells, rows, bodyFrom);
  const columnAt = (page: number) => columns[Math.min(page, columns.length - 1)] ?? 0;
  return cells.map((cell) => {
    const column = columnAt(cell.column);
    const last = columnAt(cell.column + cell.columnSpan - 1);
    return { ...cell, column, columnSpan: Math.max(1, last - column + 1) };
  });
}

/** By column of the page the column of the data. */
function columnsOfPage(
  cells: readonly PlacedCell[],
  rows: readonly (readonly PlacedCell[])[],
  bodyFrom: number,
): number[] {
  const width = cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 0);
  const isStart = Array.from({ length: width }, () => true);
  const startBefore = (page: number) => isStart.lastIndexOf(true, page - 1);
  const startAfter = (page: number) => {
    const next = isStart.indexOf(true, page + 1);
    return next < 0 ? width : next;
  };
  const apart = neighboursApart(rows, bodyFrom);
  for (const { column, columnSpan } of spansOf(cells)) {
    for (let page = column + 1; page < column + columnSpan; page++)
      if (isStart[page] && !apart([startBefore(page), page], [page, startAfter(page)])) isStart[page] = false;
  }
  const filled = new Set(cells.map(({ column }) => startBefore(column + 1)));
  let data = -1;
  return isStart.map((_, page) => Math.max(0, filled.has(page) ? ++data : data));
}

/** What cells cover, the narrowest first. */
function spansOf(cells: readonly PlacedCell[]): PlacedCell[] {
  const wide = cells.filter(({ columnSpan }) => columnSpan > 1);
  const distinct = new Map(wide.map((cell) => [`${cell.column} ${cell.columnSpan}`, cell]));
  return [...distinct.values()].sort((a, b) => a.columnSpan - b.columnSpan || a.column - b.column);
}

type Range = readonly [start: number, end: number];

/**
 * Whether some row has different cells in two ranges of columns, or each range has values of its own; beyond those that cells span
 * nobody asks.
 */
function neighboursApart(
  rows: readonly (readonly PlacedCell[])[],
  bodyFrom: number,
): (left: Range, right: Range) => boolean {
  const body = rows.slice(bodyFrom).flat();
  const holdsValue = rangeHolds(body);
  const holdsAmount = rangeHolds(body.filter(({ text }) => isAmountText(text)));
  const are = new Uint8Array(maxSpannedColumns ** 2);
  for (const row of withReaching(rows)) {
    const covered = row.flatMap((cell) => columnsOf(cell).map((column) => ({ column, cell })));
    for (const left of covered)
      for (const right of covered)
        if (left.cell !== right.cell) are[left.column * maxSpannedColumns + right.column] = 1;
  }
  return (leftRange, rightRange) => {
    const [start, middle] = leftRange;
    const [, end] = rightRange;
    const mayBeIndent = start === 0 && !holdsAmount(leftRange) && !holdsAmount(rightRange);
    if (!mayBeIndent && holdsValue(leftRange) && holdsValue(rightRange)) return true;
    for (let left = start; left < middle; left++) {
      const from = left * maxSpannedColumns;
      if (are.subarray(from + middle, from + end).includes(1)) return true;
    }
    return false;
  };
}

/** Whether some cell stands in a range of columns and not beyond. */
function rangeHolds(cells: readonly PlacedCell[]): (range: Range) => boolean {
  const firstEnds = Array.from({ length: maxSpannedColumns }, () => Infinity);
  for (const { column, columnSpan } of cells)
    if (column < maxSpannedColumns) firstEnds[column] = Math.min(firstEnds[column]!, column + columnSpan);
  return ([start, end]) => firstEnds.slice(start, end).some((first) => first <= end);
}

function columnsOf({ column, columnSpan }: PlacedCell): number[] {
  return column < maxSpannedColumns ? Array.from({ length: columnSpan }, (_, index) => column + index) : [];
}

/** The cells of each row with those that reach into it from above. */
function withReaching(rows: readonly (readonly PlacedCell[])[]): PlacedCell[][] {
  const covering = rows.map((row) => [...row]);
  for (const cell of rows.flat())
    for (let row = cell.row + 1; row < cell.row + cell.rowSpan; row++) covering[row]!.push(cell);
  return covering;
}
