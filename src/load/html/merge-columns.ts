import { maxSpannedColumns, type PlacedCell } from './place-cells.ts';

/**
 * Puts cells into the columns of the data, by row and column. Pages part them further, for signs, indents and space: neighbouring columns
 * of the page are one where some cell covers both and no row has a cell in either; those in which no cell begins are none.
 *
 * @param rows cells with text alone.
 */
export function mergeColumns(rows: readonly (readonly PlacedCell[])[]): PlacedCell[] {
  const cells = rows.flat();
  const titles = new Set(rows.flatMap((row) => (row.length === 1 && row[0]!.column === 0 ? row : [])));
  const inColumns = cells.filter((cell) => !titles.has(cell));
  const starts = joinedStarts(inColumns.length > 0 ? inColumns : cells, rows);
  const columnAt = (page: number) =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= page),
    );
  return cells.map((cell) => {
    const column = columnAt(cell.column);
    const last = columnAt(cell.column + cell.columnSpan - 1);
    return { ...cell, column, columnSpan: Math.max(1, last - column + 1) };
  });
}

/** Where the columns of the data begin, in columns of the page. */
function joinedStarts(cells: readonly PlacedCell[], rows: readonly (readonly PlacedCell[])[]): number[] {
  const width = Math.max(...cells.map(({ column, columnSpan }) => column + columnSpan));
  const isStart = Array.from({ length: width }, () => true);
  const startBefore = (page: number) => isStart.lastIndexOf(true, page - 1);
  const startAfter = (page: number) => {
    const next = isStart.indexOf(true, page + 1);
    return next < 0 ? width : next;
  };
  const apart = neighboursApart(rows);
  for (const { column, columnSpan } of spansOf(cells)) {
    for (let page = column + 1; page < column + columnSpan; page++)
      if (isStart[page] && !apart([startBefore(page), page], [page, startAfter(page)])) isStart[page] = false;
  }
  const filled = new Set(cells.map(({ column }) => startBefore(column + 1)));
  return [...filled].sort((a, b) => a - b);
}

/** What cells cover, the narrowest first. */
function spansOf(cells: readonly PlacedCell[]): PlacedCell[] {
  const wide = cells.filter(({ columnSpan }) => columnSpan > 1);
  const distinct = new Map(wide.map((cell) => [`${cell.column} ${cell.columnSpan}`, cell]));
  return [...distinct.values()].sort((a, b) => a.columnSpan - b.columnSpan || a.column - b.column);
}

type Range = readonly [start: number, end: number];

/** Whether some row has different cells in two ranges of columns; beyond those that cells span nobody asks. */
function neighboursApart(rows: readonly (readonly PlacedCell[])[]): (left: Range, right: Range) => boolean {
  const are = new Uint8Array(maxSpannedColumns ** 2);
  for (const row of withReaching(rows)) {
    const covered = row.flatMap((cell) => columnsOf(cell).map((column) => ({ column, cell })));
    for (const left of covered)
      for (const right of covered)
        if (left.cell !== right.cell) are[left.column * maxSpannedColumns + right.column] = 1;
  }
  return ([start, middle], [, end]) => {
    for (let left = start; left < middle; left++) {
      const from = left * maxSpannedColumns;
      if (are.subarray(from + middle, from + end).includes(1)) return true;
    }
    return false;
  };
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
