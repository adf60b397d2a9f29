import type { Chunk, Document, Page, PageRequest, Section } from '../../../types.ts';
import { withStructure, pageOf } from '../../document-codec.ts';
import { areTooMany } from '../../read/export-records.ts';
import type { FilterNode } from '../../filter/filter.ts';
import type { ChunkRecord, DocumentContent, DocumentRecord, StatsOptions } from '../../store.ts';
import { Bindings } from '../database/bindings.ts';
import { chunkReader, type ChunkRow, chunkSelect, embeddedSelect } from '../chunks.ts';
import type { CollectionRow } from '../collections.ts';
import { compileFilter } from '../filter/compile-filter.ts';
import type { Session } from '../database/connection.ts';
import { findDocument, findDocuments, type DocumentRow, versionCondition } from '../documents.ts';
import { fromPg } from '../database/pg-text.ts';
import { fromVector } from '../vectors/vectors.ts';

interface EmbeddedRow extends ChunkRow {
  readonly document: number;
  readonly context: string;
  readonly vector: Buffer | null;
  readonly text_hash: Buffer | null;
}

const inOrderOfDocument = 'WHERE c.document = $1 ORDER BY c.sequence, c.id';

export async function readChunksOf(
  session: Session,
  collection: CollectionRow,
  documentId: string,
): Promise<Chunk[]> {
  const document = await findDocument(session, collection.id, documentId);
  if (!document) return [];
  const rows = await session.all<ChunkRow>(`${chunkSelect} ${inOrderOfDocument}`, [document.id]);
  return rows.map(chunkReader(collection));
}

/** Records keep the model that a document came with; the collection's is the one that its vectors are of. */
const toDocument = (
  { record }: Pick<DocumentRow, 'record'>,
  { embeddingModel }: CollectionRow,
): Document => ({
  ...record,
  embeddingModel,
});

export async function readDocuments(
  session: Session,
  collection: CollectionRow,
  documentIds: readonly string[],
): Promise<Document[]> {
  const rows = await findDocuments(session, collection.id, documentIds);
  return rows.map((row) => toDocument(row, collection));
}

export async function listDocuments(
  session: Session,
  collection: CollectionRow,
  { filter, page = {} }: { readonly filter: FilterNode | undefined; readonly page: PageRequest | undefined },
): Promise<Document[]> {
  const bindings = new Bindings();
  const where = documentsWhere(collection, { filter, versions: page.versions, bindings });
  const limit = bindings.bind(page.limit ?? null);
  const offset = bindings.bind(page.offset ?? 0);
  const order = page.versions === undefined ? 'd.document_id' : oldestFirst;
  const rows = await session.all<DocumentRow>(
    `SELECT d.id, d.chunk_count, d.record FROM pincite.documents d WHERE ${where} ORDER BY ${order}
     LIMIT ${limit}::bigint OFFSET ${offset}`,
    bindings.values,
  );
  return rows.map((row) => toDocument(row, collection));
}

/** The versions of a document side by side, the present one last. */
const oldestFirst = 'coalesce(d.present_id, d.document_id), d.present_id IS NULL, d.version';

/** The condition on `documents d` for a collection, a filter and the wanted versions. */
export function documentsWhere(
  collection: CollectionRow,
  { filter, versions, bindings }: Pick<StatsOptions, 'filter' | 'versions'> & { readonly bindings: Bindings },
): string {
  const conditions = [
    `d.collection_id = ${bindings.bind(collection.id)}`,
    filter && compileFilter(filter, { rows: 'documents', collection, bindings }),
    versionCondition(collection.id, { versions, bindings }),
  ];
  return conditions.filter((condition) => condition !== undefined).join(' AND ');
}

/** References to documents and their earlier versions, by document id. */
export async function documentIdsOf(session: Session, collection: CollectionRow): Promise<string[]> {
  const rows = await session.all<{ document_id: string }>(
    'SELECT document_id FROM pincite.documents WHERE collection_id = $1 ORDER BY document_id',
    [collection.id],
  );
  return rows.map((row) => fromPg(row.document_id));
}

/** Everything that is stored for the documents, unknown ones left out; `undefined` where that is too much at once. */
export async function readRecords(
  session: Session,
  collection: CollectionRow,
  references: readonly string[],
): Promise<DocumentRecord[] | undefined> {
  const documents = await findDocuments(session, collection.id, references);
  if (areTooMany(documents.map((row) => row.chunk_count))) return undefined;
  const ids = documents.map(({ id }) => id);
  const chunks = `${embeddedSelect} WHERE c.document = ANY($1) ORDER BY c.document, c.sequence, c.id`;
  const [rows, contents] = await Promise.all([
    session.all<EmbeddedRow>(chunks, [ids]),
    contentsOf(session, ids),
  ]);
  const toChunk = chunkReader(collection);
  const chunksOf = new Map(ids.map((id) => [id, [] as ChunkRecord[]]));
  for (const row of rows)
    chunksOf.get(row.document)!.push({
      chunk: toChunk(row),
      context: fromPg(row.context),
      vector: fromVector(row.vector, collection.dimensions),
      ...(row.text_hash && { textHash: row.text_hash.toString('hex') }),
    });
  return documents.map((row) => ({
    document: toDocument(row, collection),
    content: contents.get(row.id)!,
    chunks: chunksOf.get(row.id)!,
  }));
}

export async function readContent(
  session: Session,
  collection: CollectionRow,
  documentId: string,
): Promise<DocumentContent | undefined> {
  const document = await findDocument(session, collection.id, documentId);
  return document && (await contentsOf(session, [document.id])).get(document.id);
}

export async function readDocumentText(
  session: Session,
  collection: CollectionRow,
  documentId: string,
): Promise<string | undefined> {
  const document = await findDocument(session, collection.id, documentId);
  if (!document) return undefined;
  const [row] = await session.all<{ text: string }>(
    'SELECT text FROM pincite.document_texts WHERE document = $1',
    [document.id],
  );
  return fromPg(row?.text ?? '');
}

interface ContentRow {
  readonly document: number;
  readonly text: string;
  readonly sections: Section[];
  readonly structure: Buffer | null;
}

/** By the row ids of the documents. */
async function contentsOf(
  session: Session,
  documents: readonly number[],
): Promise<Map<number, DocumentContent>> {
  const [texts, pages] = await Promise.all([
    session.all<ContentRow>(
      'SELECT document, text, sections, structure FROM pincite.document_texts WHERE document = ANY($1)',
      [documents],
    ),
    session.all<PageRow>('SELECT * FROM pincite.pages WHERE document = ANY($1) ORDER BY document, number', [
      documents,
    ]),
  ]);
  const pagesOf = new Map(documents.map((id) => [id, [] as Page[]]));
  for (const row of pages) pagesOf.get(row.document)!.push(toPage(row));
  return new Map(
    texts.map(({ document, text, sections, structure }) => {
      const content = { text: fromPg(text), pages: pagesOf.get(document)!, sections };
      return [document, withStructure(content, structure)];
    }),
  );
}

interface PageRow {
  readonly document: number;
  readonly number: number;
  readonly label: string | null;
  readonly width: number;
  readonly height: number;
  readonly char_start: number;
  readonly char_end: number;
  readonly layout: Buffer;
}

const toPage = ({
  number,
  label,
  width,
  height,
  char_start: charStart,
  char_end: charEnd,
  layout,
}: PageRow) =>
  pageOf(
    { number, ...(label !== null && { label: fromPg(label) }), width, height, charStart, charEnd },
    layout,
  );
