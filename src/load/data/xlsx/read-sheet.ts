import { cleanText } from '../../detect/decode.ts';
import type { GridSpan } from '../../write/markdown-table.ts';
import { CellText } from './cell-text.ts';
import { general, numberText } from './number-format.ts';
import { scanXml, type XmlAttributes } from './scan-xml.ts';
import { unescaped, type Workbook } from './workbook.ts';

/** The cells of a sheet that hold something, by row and column, both from 1. */
export interface Sheet {
  /** In order. */
  readonly rows: readonly SheetRow[];
  /** Merged cells. */
  readonly spans: readonly GridSpan[];
  /** Formulas that no program has calculated yet. */
  readonly uncalculated: number;
}

export interface SheetRow {
  readonly number: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** Reads the values that a program would show; of formulas those that it calculated last. */
export function readSheet(xml: string, workbook: Workbook): Sheet {
  const reading = new SheetReading(workbook);
  scanXml(xml, reading);
  const rows = [...reading.rows].sort(([a], [b]) => a - b).map(([number, cells]) => ({ number, cells }));
  return { rows, spans: reading.spans, uncalculated: reading.uncalculated };
}

class SheetReading {
  readonly rows = new Map<number, Map<number, string>>();
  readonly spans: GridSpan[] = [];
  uncalculated = 0;
  readonly #workbook: Workbook;
  #row = 0;
  #column = 0;
  #type = 'n';
  #style = 0;
  readonly #value = new CellText();
  #isFormula = false;

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#value.open(name, attributes);
    if (name === 'row') this.#beginRow(attributes('r'));
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'f') this.#isFormula = true;
    else if (name === 'mergeCell') this.#merge(attributes('ref') ?? '');
  }

  text(text: string): void {
    this.#value.add(text);
  }

  close(name: string): void {
    this.#value.close(name);
    if (name === 'c') this.#endCell();
  }

  /** Rows and cells without a place follow the last one. */
  #beginRow(number: string | undefined): void {
    this.#row = number === undefined ? this.#row + 1 : Number(number);
    this.#column = 0;
  }

  #beginCell(attributes: XmlAttributes): void {
    const place = placeOf(attributes('r') ?? '');
    this.#row = place?.row ?? this.#row;
    this.#column = place?.column ?? this.#column + 1;
    this.#type = attributes('t') ?? 'n';
    this.#style = Number(attributes('s') ?? 0);
    this.#value.take();
    this.#isFormula = false;
  }

  #endCell(): void {
    const value = this.#value.take();
    if (this.#isFormula && value === '' && this.#type !== 'str') this.uncalculated++;
    const text = cleanText(this.#textOf(value)).trim();
    if (text === '') return;
    const row = this.rows.get(this.#row) ?? new Map<number, string>();
    this.rows.set(this.#row, row.set(this.#column, text));
  }

  #textOf(value: string): string {
    if (value === '') return '';
    const { strings, formats, has1904Dates } = this.#workbook;
    if (this.#type === 's') return strings[Number(value)] ?? '';
    if (this.#type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (this.#type === 'n') return numberText(value, formats[this.#style] ?? general, has1904Dates);
    return unescaped(value);
  }

  #merge(ref: string): void {
    const [from, to] = ref.split(':').map(placeOf);
    if (!from || !to) return;
    const [rowSpan, columnSpan] = [to.row - from.row + 1, to.column - from.column + 1];
    if (rowSpan >= 1 && columnSpan >= 1) this.spans.push({ ...from, rowSpan, columnSpan });
  }
}

/** `C5` as row 5 and column 3. */
function placeOf(reference: string): { row: number; column: number } | undefined {
  const [, letters, row] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference) ?? [];
  if (letters === undefined || row === undefined) return undefined;
  const column = [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(row), column };
}
