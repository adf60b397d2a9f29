import type { DocumentWriter } from '../write/document-writer.ts';
import { type Grid, type GridSpan, isTooSparse } from '../write/markdown-table.ts';
import { mostInPart, partHeading } from './parts.ts';

/** Rows that are longer on average are texts rather than lines of a table. */
const longRow = 600;
/** Of rows in one part, which are far wider than a person's then, unless they are mostly filled. */
const mostPlaces = 1_000_000;

export interface RowWriterOptions {
  /** Rows that head the columns; none where the table has no names for them. */
  readonly header: readonly NumberedRow[];
  /** What the rows are of, for headings: a sheet, a list; empty where it has no name. */
  readonly name?: string;
  /** Of the sections of parts. */
  readonly level: number;
  /** What a row is called: "Rows 2–41". */
  readonly unit?: 'rows' | 'items';
  /** By the rows' numbers. */
  readonly spans?: readonly GridSpan[];
}

export interface NumberedRow {
  /** In its file or sheet, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Writes a table whose rows come one by one. A long one becomes several, each with the header and a section that says
 * which rows it has; rows of long texts, and few cells far apart, become paragraphs, a line a column.
 */
export class RowWriter {
  readonly #writer: DocumentWriter;
  readonly #options: RowWriterOptions;
  #rows: NumberedRow[] = [];
  #isParted = false;

  constructor(writer: DocumentWriter, options: RowWriterOptions) {
    this.#writer = writer;
    this.#options = options;
  }

  add(row: NumberedRow): void {
    if (row.cells.every((cell) => cell.trim() === '')) return;
    if (this.#rows.length === mostInPart) {
      this.#isParted = true;
      this.#flush();
    }
    this.#rows.push(row);
  }

  end(): void {
    if (this.#rows.length > 0 || !this.#isParted) this.#flush();
    if (this.#isParted) this.#writer.endSections(this.#options.level);
  }

  #flush(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (this.#isParted) this.#writer.section(this.#headingOf(rows), this.#options.level);
    if (this.#areTexts(rows) || this.#areSparse(rows)) this.#writeTexts(rows);
    else this.#writer.table(this.#gridOf(rows));
  }

  #headingOf(rows: readonly NumberedRow[]): string {
    const { name, unit = 'rows' } = this.#options;
    return partHeading({ name, unit, first: rows[0]!.number, last: rows.at(-1)!.number });
  }

  #areTexts(rows: readonly NumberedRow[]): boolean {
    const chars = rows.reduce((sum, { cells }) => sum + cells.join('').length, 0);
    return this.#options.header.length === 1 && chars > rows.length * longRow;
  }

  #areSparse(rows: readonly NumberedRow[]): boolean {
    const all = [...this.#options.header, ...rows];
    const widest = all.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    const filled = all.reduce((sum, { cells }) => sum + cells.filter((cell) => cell.trim() !== '').length, 0);
    const places = all.length * widest;
    return isTooSparse(places, filled) || places > Math.max(mostPlaces, 2 * filled);
  }

  #writeTexts(rows: readonly NumberedRow[]): void {
    const nameOf = (column: number) =>
      this.#options.header
        .map(({ cells }) => cells[column] ?? '')
        .join(' ')
        .trim();
    for (const { cells } of rows) {
      const filled = cells.map((cell, column) => ({ name: nameOf(column), text: cell.trim() }));
      const lines = filled
        .filter(({ text }) => text !== '')
        .map(({ name, text }) => (name === '' ? text : `${name}: ${text}`));
      this.#writer.block('text', lines.join('\n'));
    }
  }

  #gridOf(rows: readonly NumberedRow[]): Grid {
    const { header, spans = [] } = this.#options;
    const all = [...header, ...rows];
    const places = new Map(all.map(({ number }, row) => [number, row]));
    return {
      rows: all.map(({ cells }) => cells),
      headerRows: header.length,
      spans: spans.flatMap((span) => {
        const row = places.get(span.row);
        // A cell may reach into the next part.
        return row === undefined ? [] : [{ ...span, row, rowSpan: Math.min(span.rowSpan, all.length - row) }];
      }),
    };
  }
}
