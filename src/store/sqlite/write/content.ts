/**
 * The text of a document, its sections, its pages and its structure. What is quoted is read here, so it is checked each
 * time: a CRC-32 of the text as it was written, and one of all else, stand in a table of their own.
 */
import { crc32 } from 'node:zlib';
import type { Page, Section } from '../../../types.ts';
import { packLayout, pageOf, packStructure, withStructure } from '../../document-codec.ts';
import type { DocumentContent } from '../../store.ts';
import { damaged } from '../database/damage.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseStored, toBytes, toText } from '../database/text-bytes.ts';

interface PageRow {
  readonly number: number;
  readonly label: Uint8Array | null;
  readonly width: number;
  readonly height: number;
  readonly char_start: number;
  readonly char_end: number;
  readonly layout: Uint8Array;
}

interface ContentRows {
  readonly text: Uint8Array;
  readonly sections: Uint8Array;
  readonly pages: readonly PageRow[];
  /** None where nothing but text is known. */
  readonly structure: Uint8Array | null;
}

/** A document by its row, and what it is called in errors. */
interface Owner {
  readonly id: number;
  readonly documentId: string;
}

/** @param record JSON of the document, whose checksum stands beside those of its content. */
export function insertContent(
  database: SqlDatabase,
  owner: number,
  { content, record }: { readonly content: DocumentContent; readonly record: string },
): void {
  const rows: ContentRows = {
    text: toBytes(content.text),
    sections: toBytes(JSON.stringify(content.sections)),
    pages: content.pages.map(rowOf),
    structure: content.structure ? packStructure(content.structure) : null,
  };
  database
    .prepare(
      'INSERT INTO document_texts (document, text, sections, structure) VALUES (?, ?, CAST(? AS TEXT), ?)',
    )
    .run([owner, rows.text, rows.sections, rows.structure]);
  const insertPage = database.prepare(
    `INSERT INTO pages (document, number, label, width, height, char_start, char_end, layout)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const page of rows.pages) {
    const { number, label, width, height, char_start, char_end, layout } = page;
    insertPage.run([owner, number, label, width, height, char_start, char_end, layout]);
  }
  database
    .prepare('INSERT INTO content_checksums (document, text, layout, record) VALUES (?, ?, ?, ?)')
    .run([owner, crc32(rows.text), layoutChecksum(rows), crc32(toBytes(record))]);
}

function rowOf({ number, label, width, height, charStart, charEnd, layout }: Page): PageRow {
  const bytes = label === undefined ? null : toBytes(label);
  return {
    number,
    label: bytes,
    width,
    height,
    char_start: charStart,
    char_end: charEnd,
    layout: packLayout(layout),
  };
}

/** @throws StoreError when the stored text is damaged. */
export function textOf(database: SqlDatabase, owner: Owner): string {
  const row = database.prepare(`SELECT t.text, s.text AS checksum ${withChecksums}`).get<TextRow>([owner.id]);
  return soundText(row, owner);
}

const withChecksums = `FROM document_texts t JOIN content_checksums s ON s.document = t.document
  WHERE t.document = ?`;

interface TextRow {
  readonly text: Uint8Array;
  readonly checksum: number;
}

function soundText(row: TextRow | undefined, { documentId }: Owner): string {
  if (!(row?.text instanceof Uint8Array) || crc32(row.text) !== row.checksum) {
    throw damaged(`The stored text of the document ${documentId}`, { document: documentId });
  }
  return toText(row.text);
}

/** @throws StoreError when what is stored is damaged. */
export function contentOf(database: SqlDatabase, owner: Owner): DocumentContent {
  const row = database
    .prepare(`SELECT t.text, t.sections, t.structure, s.text AS checksum, s.layout ${withChecksums}`)
    .get<TextRow & Pick<ContentRows, 'sections' | 'structure'> & { layout: number }>([owner.id]);
  const text = soundText(row, owner);
  const { sections, structure, layout } = row!;
  const pages = pageRows(database, owner.id);
  if (layout !== layoutChecksum({ sections, pages, structure })) {
    throw damaged(`What is stored of the pages of the document ${owner.documentId}`, {
      document: owner.documentId,
    });
  }
  const content = { text, pages: pages.map(toPage), sections: parseStored<Section[]>(sections) };
  return withStructure(content, structure);
}

function toPage({ char_start: charStart, char_end: charEnd, label, layout, ...page }: PageRow): Page {
  const place = { number: page.number, ...(label && { label: toText(label) }) };
  return pageOf({ ...place, width: page.width, height: page.height, charStart, charEnd }, layout);
}

function pageRows(database: SqlDatabase, document: number): PageRow[] {
  return database
    .prepare(
      `SELECT number, label, width, height, char_start, char_end, layout FROM pages WHERE document = ?
       ORDER BY number`,
    )
    .all<PageRow>([document]);
}

function layoutChecksum({ sections, pages, structure }: Omit<ContentRows, 'text'>): number {
  const parts = pages.map(({ label, layout, number, width, height, char_start, char_end }) => [
    number,
    width,
    height,
    char_start,
    char_end,
    checksumOf(label),
    checksumOf(layout),
  ]);
  const ofStructure = structure === null ? [] : [checksumOf(structure)];
  return crc32(JSON.stringify([checksumOf(sections), parts, ...ofStructure]));
}

/** Damage may have made any value of any other: what are no bytes stands for itself. */
function checksumOf(value: unknown): unknown {
  return value instanceof Uint8Array ? crc32(value) : value;
}
