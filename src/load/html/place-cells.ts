import type { Grid, GridSpan } from '../write/markdown-table.ts';

/** A cell that covers so many columns and rows. */
export interface SpanningCell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** Cells that span are spelt out in the columns up to here, which keeps the work linear. */
export const maxSpannedColumns = 64;
export const maxSpannedRows = 100;

/**
 * Puts the cells of rows into columns, as browsers do: what reaches down from rows above comes first where it stands. A
 * cell over several rows is repeated in each below the header; one over several columns is followed by empty cells.
 */
export function placeCells(rows: readonly (readonly SpanningCell[])[], headerRows: number): Grid {
  const placer = new CellPlacer(rows.length, headerRows);
  return { rows: rows.map((cells) => placer.row(cells)), headerRows, spans: placer.spans };
}

class CellPlacer {
  readonly spans: GridSpan[] = [];
  readonly #rowCount: number;
  readonly #headerRows: number;
  /** By column what reaches down into it, and how many rows further. */
  readonly #reaching: { text: string; left: number }[] = [];
  #index = -1;

  constructor(rowCount: number, headerRows: number) {
    this.#rowCount = rowCount;
    this.#headerRows = headerRows;
  }

  /** The texts of the next row by column. */
  row(cells: readonly SpanningCell[]): string[] {
    const row: string[] = [];
    this.#index++;
    for (const cell of cells) {
      this.#fill(row);
      this.#place(cell, row);
    }
    this.#fill(row);
    return row;
  }

  #fill(row: string[]): void {
    while (this.#isTaken(row.length)) {
      const above = this.#reaching[row.length]!;
      above.left--;
      row.push(this.#index < this.#headerRows ? '' : above.text);
    }
  }

  #place(cell: SpanningCell, row: string[]): void {
    const column = row.length;
    const isFar = column >= maxSpannedColumns;
    const rowSpan = isFar ? 1 : Math.min(cell.rows, this.#rowCount - this.#index);
    const last = isFar ? column + 1 : Math.min(column + cell.columns, maxSpannedColumns);
    do {
      const text = row.length === column ? cell.text : '';
      if (!isFar) this.#reaching[row.length] = { text, left: rowSpan - 1 };
      row.push(text);
    } while (row.length < last && !this.#isTaken(row.length));
    const columnSpan = row.length - column;
    if (rowSpan * columnSpan > 1) this.spans.push({ row: this.#index, column, rowSpan, columnSpan });
  }

  #isTaken(column: number): boolean {
    return (this.#reaching[column]?.left ?? 0) > 0;
  }
}
