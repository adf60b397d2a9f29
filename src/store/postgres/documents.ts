import type { Document, VersionChoice } from '../../types.ts';
import type { StoredDocument, Touched } from '../changes/plan.ts';
import { packStructure } from '../document-codec.ts';
import { parseReference } from '../../util/ids/document-key.ts';
import { referenceOf } from '../changes/in-version.ts';
import type { DocumentContent } from '../store.ts';
import type { Bindings } from './database/bindings.ts';
import type { Session } from './database/connection.ts';
import { documentFields } from './filter/filter-fields.ts';
import { toPg } from './database/pg-text.ts';
import { fileColumns, fileOf, type FileRow } from './write/synced-files.ts';

/** A row of `documents`. */
export interface DocumentRow {
  readonly id: number;
  readonly chunk_count: number;
  readonly record: Document;
}

const columns = 'd.id, d.chunk_count, d.record';

/** The row of a document by its id, or of a version of it by `<id>#v<version>`. */
export async function findDocument(
  session: Session,
  collectionId: number,
  reference: string,
): Promise<DocumentRow | undefined> {
  const [found] = await findDocuments(session, collectionId, [reference]);
  return found;
}

/** In the order of the references; unknown ones are left out. */
export async function findDocuments(
  session: Session,
  collectionId: number,
  references: readonly string[],
): Promise<DocumentRow[]> {
  const ids = references.flatMap((reference) => [reference, parseReference(reference).documentId]);
  const rows = await session.all<DocumentRow & { name: string }>(
    `SELECT ${columns}, d.document_id AS name FROM pincite.documents d WHERE d.collection_id = $1 AND d.document_id = ANY($2)`,
    [collectionId, [...new Set(ids.map(toPg))]],
  );
  const byName = new Map(rows.map(({ name, ...row }) => [name, row]));
  return references.flatMap((reference) => {
    const named = byName.get(toPg(reference));
    if (named) return [named];
    const { documentId, documentVersion } = parseReference(reference);
    const present = byName.get(toPg(documentId));
    return present && present.record.version === documentVersion ? [present] : [];
  });
}

/** A document, or an earlier version of one, with what a change has to know of it. */
export interface TouchedDocument extends StoredDocument {
  readonly id: number;
}

interface TouchedRow extends DocumentRow, FileRow {
  readonly is_present: boolean;
}

/** What a change is planned from, in one statement. */
export async function readTouched(
  session: Session,
  collectionId: number,
  { documentIds, withVersions, files }: Touched,
): Promise<TouchedDocument[]> {
  const rows = await session.all<TouchedRow>(
    `SELECT ${columns}, d.present_id IS NULL AS is_present, ${fileColumns}
     FROM pincite.documents d LEFT JOIN pincite.synced_files s ON s.document = d.id
     WHERE d.id IN (
       SELECT id FROM pincite.documents WHERE collection_id = $1 AND document_id = ANY($2)
       UNION SELECT id FROM pincite.documents WHERE collection_id = $1 AND present_id = ANY($3)
       UNION SELECT document FROM pincite.synced_files
       WHERE collection_id = $1 AND (root, path) IN (SELECT * FROM unnest($4::text[], $5::text[])))`,
    [
      collectionId,
      documentIds.map(toPg),
      withVersions.map(toPg),
      files.map(({ root }) => toPg(root)),
      files.map(({ path }) => toPg(path)),
    ],
  );
  return rows.map(({ id, chunk_count, record: document, is_present, ...row }) => ({
    id,
    documentId: document.documentId,
    isPresent: is_present,
    document,
    chunkCount: chunk_count,
    file: row.root === null ? undefined : fileOf(row),
  }));
}

/** The condition that keeps the wanted versions among rows of `documents d`; `undefined` when all there are are wanted. */
export function versionCondition(
  collectionId: number,
  { versions = 1, bindings }: { readonly versions?: VersionChoice | undefined; readonly bindings: Bindings },
): string | undefined {
  if (versions === 'all') return undefined;
  if (versions === 1) return 'd.present_id IS NULL';
  return `(d.present_id IS NULL OR d.id IN (SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY present_id ORDER BY version DESC) AS age FROM pincite.documents
    WHERE collection_id = ${bindings.bind(collectionId)} AND present_id IS NOT NULL
  ) AS earlier WHERE age < ${bindings.bind(versions)}))`;
}

export interface NewDocument {
  readonly document: Document;
  readonly content: Pick<DocumentContent, 'text' | 'sections' | 'structure'>;
  /** The hash of what is kept of it. */
  readonly original: string | undefined;
}

/** Adds the rows of documents, or of earlier versions of them, with their texts, and gives their ids. */
export async function insertDocuments(
  session: Session,
  collectionId: number,
  documents: readonly NewDocument[],
): Promise<number[]> {
  const inserted = await session.all<{ id: number }>(
    `INSERT INTO pincite.documents (collection_id, document_id, present_id, version, language, chunk_count, total_tokens,
       bytes, original, record, fields)
     SELECT $1, document_id, present_id, version, language, chunk_count, total_tokens, bytes, original, record::json, fields::jsonb
     FROM json_to_recordset($2) AS given (document_id text, present_id text, version int, language text, chunk_count int,
       total_tokens bigint, bytes bigint, original text, record text, fields text)
     RETURNING id`,
    [collectionId, JSON.stringify(documents.map(toRow))],
    'insert documents',
  );
  const ids = inserted.map(({ id }) => id);
  const contents = documents.map(({ content }) => content);
  await session.all(
    `INSERT INTO pincite.document_texts (document, text, sections, structure)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::json[], $4::bytea[])`,
    [
      ids,
      contents.map(({ text }) => toPg(text)),
      contents.map(({ sections }) => JSON.stringify(sections)),
      contents.map(({ structure }) => (structure ? packStructure(structure) : null)),
    ],
    'insert texts',
  );
  return ids;
}

function toRow({ document, original }: NewDocument) {
  const isEarlier = document.supersededAt !== undefined;
  return {
    document_id: toPg(isEarlier ? referenceOf(document) : document.documentId),
    present_id: isEarlier ? toPg(document.documentId) : null,
    version: document.version,
    language: document.language === undefined ? null : toPg(document.language),
    chunk_count: document.chunkCount,
    total_tokens: document.totalTokens,
    bytes: document.bytes,
    original: original ?? null,
    record: JSON.stringify(document),
    fields: documentFields(document),
  };
}

/** Writes what has changed about a stored document beside its text and language. Chunks show it: they read their document's metadata. */
export async function updateDocument(session: Session, id: number, document: Document): Promise<void> {
  await session.all('UPDATE pincite.documents SET record = $2, fields = $3, version = $4 WHERE id = $1', [
    id,
    JSON.stringify(document),
    documentFields(document),
    document.version,
  ]);
}
