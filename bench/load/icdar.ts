import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import type { GridCell } from './adjacency.ts';

/** A table, or the part of one that stands on one page. */
export interface Region {
  /** From 1. */
  readonly page: number;
  readonly cells: readonly GridCell[];
}

/** A table as rows of texts. */
export function regionOf(page: number, rows: readonly (readonly string[])[]): Region {
  const cells = rows.flatMap((texts, row) =>
    texts.map((text, column) => ({ row, column, rowSpan: 1, columnSpan: 1, text })),
  );
  return { page, cells };
}

export interface AnnotatedDocument {
  readonly name: string;
  readonly file: string;
  readonly regions: readonly Region[];
}

/** The EU half of the competition, by name. */
export function icdarDocuments(data: string): AnnotatedDocument[] {
  const folder = path.join(data, 'tables-icdar2013/competition-dataset-eu');
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  return names.sort().map((name) => ({
    name,
    file: path.join(folder, name),
    regions: readRegions(path.join(folder, name.replace('.pdf', '-str.xml'))),
  }));
}

interface XmlCell {
  readonly 'start-row': string;
  readonly 'end-row'?: string;
  readonly 'start-col': string;
  readonly 'end-col'?: string;
  readonly content?: string;
}

interface XmlRegion {
  readonly page: string;
  readonly cell?: readonly XmlCell[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => ['table', 'region', 'cell'].includes(name),
});

/** The annotation of a document, a file `*-str.xml` of the ICDAR 2013 table competition. */
function readRegions(file: string): Region[] {
  const { document } = parser.parse(readFileSync(file, 'utf8')) as {
    document: { table?: readonly { region?: readonly XmlRegion[] }[] };
  };
  return (document.table ?? [])
    .flatMap(({ region }) => region ?? [])
    .map(({ page, cell }) => ({ page: Number(page), cells: (cell ?? []).map(toCell) }));
}

function toCell(cell: XmlCell): GridCell {
  const row = Number(cell['start-row']);
  const column = Number(cell['start-col']);
  return {
    row,
    column,
    rowSpan: Number(cell['end-row'] ?? row) - row + 1,
    columnSpan: Number(cell['end-col'] ?? column) - column + 1,
    text: cell.content ?? '',
  };
}
