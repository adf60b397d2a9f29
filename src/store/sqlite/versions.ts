import type { Document, VersionChoice } from '../../types.ts';
import { parseReference } from '../../util/document-key.ts';
import { labelledId, referenceOf } from '../in-version.ts';
import { changeChunks } from './chunk-rows.ts';
import type { Bindings } from './compile-filter.ts';
import { updateDocumentRecord } from './document-record.ts';
import type { SqlDatabase } from './driver.ts';
import { parseDocument, recordColumns, type RecordRow } from './stored-document.ts';
import { toBytes, toText } from './text-bytes.ts';

/** A row of `documents`. */
export interface StoredDocument extends RecordRow {
  readonly id: number;
  readonly chunk_count: number;
}

/** The row of a document by its id, or of a version of it by `<id>#v<version>`. */
export function findDocument(
  database: SqlDatabase,
  collectionId: number,
  reference: string,
): StoredDocument | undefined {
  const statement = database.prepare(
    `SELECT d.id, d.chunk_count, ${recordColumns} FROM documents d WHERE d.collection_id = ? AND d.document_id = ?`,
  );
  const named = statement.get<StoredDocument>([collectionId, toBytes(reference)]);
  const { documentId, documentVersion } = parseReference(reference);
  if (named || documentVersion === undefined) return named;
  const present = statement.get<StoredDocument>([collectionId, toBytes(documentId)]);
  return present && parseDocument(present).version === documentVersion ? present : undefined;
}

/** The row of an earlier version. */
export function findEarlier(
  database: SqlDatabase,
  collectionId: number,
  { documentId, version }: Pick<Document, 'documentId' | 'version'>,
): StoredDocument | undefined {
  return earlierVersionsOf(database, collectionId, documentId).find(
    (row) => parseDocument(row).version === version,
  );
}

/** The rows of the earlier versions of a document. */
export function earlierVersionsOf(
  database: SqlDatabase,
  collectionId: number,
  documentId: string,
): StoredDocument[] {
  return database
    .prepare(
      `SELECT d.id, d.chunk_count, ${recordColumns} FROM earlier_versions e JOIN documents d ON d.id = e.document
       WHERE e.collection_id = ? AND e.document_id = ?`,
    )
    .all<StoredDocument>([collectionId, toBytes(documentId)]);
}

/** The condition that keeps the wanted versions among rows of `documents d`; `undefined` when all there are are wanted. */
export function versionCondition(
  database: SqlDatabase,
  collectionId: number,
  { versions = 1, bindings }: { readonly versions?: VersionChoice | undefined; readonly bindings: Bindings },
): string | undefined {
  if (versions === 'all' || !hasEarlierVersions(database, collectionId)) return undefined;
  const ofCollection = `FROM earlier_versions WHERE collection_id = ${bindings.bind(collectionId)}`;
  if (versions === 1) return `d.id NOT IN (SELECT document ${ofCollection})`;
  return `d.id NOT IN (SELECT document FROM (
    SELECT document, row_number() OVER (PARTITION BY document_id ORDER BY version DESC) AS age ${ofCollection}
  ) WHERE age >= ${bindings.bind(versions)})`;
}

function hasEarlierVersions(database: SqlDatabase, collectionId: number): boolean {
  const statement = database.prepare('SELECT 1 FROM earlier_versions WHERE collection_id = ? LIMIT 1');
  return statement.get([collectionId]) !== undefined;
}

/** Turns the present version into an earlier one, inside the caller's transaction. Its chunks stay searchable as its own. */
export function supersede(
  database: SqlDatabase,
  collectionId: number,
  { stored, supersededAt }: { readonly stored: StoredDocument; readonly supersededAt: string },
): void {
  const before = parseDocument(stored);
  const document = { ...before, supersededAt };
  const { id: owner } = stored;
  updateDocumentRecord(database, collectionId, { owner, before, after: document });
  database
    .prepare('UPDATE documents SET document_id = ? WHERE id = ?')
    .run([toBytes(referenceOf(document)), owner]);
  database.prepare('DELETE FROM synced_files WHERE document = ?').run([stored.id]);
  recordEarlier(database, collectionId, { id: stored.id, document });
  changeChunks(database, { document: stored.id }, () => labelChunks(database, stored.id, document));
}

/** Says that a row of `documents` is an earlier version. */
export function recordEarlier(
  database: SqlDatabase,
  collectionId: number,
  { id, document }: { readonly id: number; readonly document: Document },
): void {
  database
    .prepare(
      'INSERT INTO earlier_versions (document, collection_id, document_id, version) VALUES (?, ?, ?, ?)',
    )
    .run([id, collectionId, toBytes(document.documentId), document.version]);
}

interface LinkRow {
  readonly id: number;
  readonly chunk_id: Uint8Array;
  readonly prev_chunk_id: Uint8Array | null;
  readonly next_chunk_id: Uint8Array | null;
  readonly parent_chunk_id: Uint8Array | null;
}

/** Stored while versions were not kept, chunks carry none; the next version's may have the same ids. */
function labelChunks(database: SqlDatabase, owner: number, document: Document): void {
  const rows = database
    .prepare(
      `SELECT c.id, c.chunk_id, c.prev_chunk_id, c.next_chunk_id, c.parent_chunk_id
       FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.document = ? AND json_extract(b.record, '$.documentVersion') IS NULL`,
    )
    .all<LinkRow>([owner]);
  const label = (id: Uint8Array | null) => id && toBytes(labelledId(toText(id), document));
  for (const row of rows) {
    database
      .prepare(
        'UPDATE chunks SET chunk_id = ?, prev_chunk_id = ?, next_chunk_id = ?, parent_chunk_id = ? WHERE id = ?',
      )
      .run([
        label(row.chunk_id),
        label(row.prev_chunk_id),
        label(row.next_chunk_id),
        label(row.parent_chunk_id),
        row.id,
      ]);
    database
      .prepare(`UPDATE chunk_bodies SET record = json_set(record, '$.documentVersion', ?) WHERE chunk = ?`)
      .run([document.version, row.id]);
  }
}
