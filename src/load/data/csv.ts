import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { DocumentWriter } from '../write/document-writer.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import type { LoadedDocument } from '../../types.ts';
import { type CsvDialect, csvDialect } from './csv-dialect.ts';
import { countNotes, hasHeader } from './header-rows.ts';
import { type NumberedRow, RowWriter } from './row-writer.ts';

/** Rows that are looked at to tell whether the first one is a header. */
const firstRows = 20;

/**
 * Reads tables in text, whatever separates their cells, as Markdown. Rows are numbered as spreadsheet programs do; lines with a
 * single cell over a table stand before it as text.
 */
export const csvLoader: Loader = {
  async load(request) {
    const { text } = decodeText(request.bytes, { charset: charsetOf(request.contentType) });
    const dialect = csvDialect(text);
    const { parse } = await import('csv-parse/sync');
    const read = (quote: string | null, onRow: (cells: string[]) => void) =>
      parse(text, {
        delimiter: dialect.delimiter,
        quote,
        escape: quote,
        record_delimiter: '\n',
        relax_quotes: true,
        relax_column_count: true,
        on_record: (cells: string[]) => {
          onRow(cells);
          return null; // nothing is kept
        },
      });
    try {
      return writeCsv(request, dialect, (onRow) => read(dialect.quote, onRow));
    } catch (error) {
      if (!isOpenQuote(error)) throw error;
      const document = writeCsv(request, dialect, (onRow) => read(null, onRow));
      const warning = 'A quotation mark is opened and never closed; all of them were read as they stand.';
      return { ...document, warnings: [warning, ...document.warnings] };
    }
  },
};

function isOpenQuote(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED';
}

function writeCsv(
  request: LoadRequest,
  dialect: CsvDialect,
  read: (onRow: (cells: string[]) => void) => void,
): LoadedDocument {
  const writer = new DocumentWriter(request);
  const reading = new CsvReading(writer, dialect.columns);
  read((cells) => reading.row(cells));
  reading.end();
  return {
    ...writer.finish(),
    format: 'csv',
    pages: [],
    bibliography: {},
    warnings: reading.warnings,
  };
}

/** Takes rows as they come, and writes them once the header is known. */
class CsvReading {
  readonly warnings: string[] = [];
  readonly #writer: DocumentWriter;
  readonly #columns: number;
  #number = 0;
  #first: NumberedRow[] = [];
  #rows: RowWriter | undefined;
  readonly #ragged: { count: number; first?: number } = { count: 0 };

  /** @param columns that most rows have. */
  constructor(writer: DocumentWriter, columns: number) {
    this.#writer = writer;
    this.#columns = columns;
  }

  row(cells: readonly string[]): void {
    this.#number++;
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (filled === 0 || (this.#number === 1 && /^sep=.?$/i.test(cells.join('')))) return;
    const isBefore = this.#rows === undefined && this.#first.length === 0;
    if (isBefore && filled === 1 && this.#columns > 1)
      return this.#writer.block('text', cells.join(' ').trim());
    if (cells.length !== this.#columns) this.#countRagged();
    const row = { number: this.#number, cells };
    if (this.#rows) return this.#rows.add(row);
    this.#first.push(row);
    if (this.#first.length === firstRows) this.#begin();
  }

  end(): void {
    if (!this.#rows && this.#first.length > 0) this.#begin();
    this.#rows?.end();
    const { count, first } = this.#ragged;
    if (count === 0) return;
    const rows = count === 1 ? `Row ${first} has` : `${count} rows, from row ${first} on, have`;
    this.warnings.push(`${rows} another number of cells than the ${this.#columns} that most have.`);
  }

  #begin(): void {
    const notes = countNotes(this.#first.map(({ cells }) => cells));
    for (const { cells } of this.#first.splice(0, notes))
      this.#writer.block('text', cells.filter((cell) => cell.trim() !== '').join(' '));
    const isHeaded = hasHeader(this.#first.map(({ cells }) => cells));
    this.#rows = new RowWriter(this.#writer, { header: isHeaded ? this.#first.slice(0, 1) : [], level: 1 });
    for (const row of this.#first.slice(isHeaded ? 1 : 0)) this.#rows.add(row);
    this.#first = [];
  }

  #countRagged(): void {
    this.#ragged.count++;
    this.#ragged.first ??= this.#number;
  }
}
