import type { HtmlElement } from '../tree.ts';

/** A cell that covers so many columns and rows. */
export interface SpanningCell {
  readonly element: HtmlElement;
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** A cell with its place in the grid of the page. */
export interface PlacedCell {
  /** Several where cells were joined. */
  readonly elements: readonly HtmlElement[];
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Cells span at most so many columns from the left, and so many rows, which keeps the work linear. */
export const maxSpannedColumns = 64;
export const maxSpannedRows = 100;

/** Puts the cells of rows into columns, as browsers do: what reaches down from rows above comes first where it stands. */
export function placeCells(rows: readonly (readonly SpanningCell[])[]): PlacedCell[][] {
  /** By column the first row that is free. */
  const free: number[] = [];
  return rows.map((cells, row) => {
    let next = 0;
    return cells.map(({ element, text, columns, rows: reach }) => {
      while ((free[next] ?? 0) > row) next++;
      const column = next;
      const isFar = column >= maxSpannedColumns;
      const rowSpan = isFar ? 1 : Math.min(reach, rows.length - row);
      const last = isFar ? column + 1 : Math.min(column + columns, maxSpannedColumns);
      do free[next++] = row + rowSpan;
      while (next < last && (free[next] ?? 0) <= row);
      return { elements: [element], text, row, column, rowSpan, columnSpan: next - column };
    });
  });
}
