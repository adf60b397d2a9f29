import { StoreError } from '../../errors.ts';
import type { Document, VersionChoice } from '../../types.ts';
import { parseReference } from '../../util/ids/document-key.ts';
import type { StoredDocument, Touched } from '../changes/plan.ts';
import { labelledId, referenceOf } from '../changes/in-version.ts';
import type { SyncedFile } from '../store.ts';
import { idList, toHex } from './database/id-list.ts';
import { changeChunks } from './chunks.ts';
import type { Bindings } from './filter/compile-filter.ts';
import type { SqlDatabase } from './database/driver.ts';
import { parseDocument, recordColumns, type RecordRow, keepRecordChecksum } from './read/stored-document.ts';
import { fileColumns, fileOf, type FileRow } from './write/synced-files.ts';
import { toBytes, toText } from './database/text-bytes.ts';
import { isDeepStrictEqual } from 'node:util';
import { documentFieldRows, type FieldRow, insertFields } from './filter/filter-fields.ts';
import { putColumns } from './write/put-columns.ts';
import { groupBy } from '../../util/lists/group-by.ts';

/** A row of `documents`. */
export interface DocumentRow extends RecordRow {
  readonly id: number;
  readonly chunk_count: number;
}

/** The row of a document by its id, or of a version of it by `<id>#v<version>`. */
export function findDocument(
  database: SqlDatabase,
  collectionId: number,
  reference: string,
): DocumentRow | undefined {
  const statement = database.prepare(
    `SELECT d.id, d.chunk_count, ${recordColumns} FROM documents d WHERE d.collection_id = ? AND d.document_id = ?`,
  );
  const named = statement.get<DocumentRow>([collectionId, toBytes(reference)]);
  const { documentId, documentVersion } = parseReference(reference);
  if (named || documentVersion === undefined) return named;
  const present = statement.get<DocumentRow>([collectionId, toBytes(documentId)]);
  return present && parseDocument(present).version === documentVersion ? present : undefined;
}

/** A document, or an earlier version of one, with what a change has to know of it. */
export interface TouchedDocument extends StoredDocument {
  readonly id: number;
  /** The hash of what is kept of it. */
  readonly original: string | undefined;
}

interface TouchedRow extends DocumentRow, FileRow {
  readonly document_id: Uint8Array;
  readonly is_present: number;
  readonly original: Uint8Array | null;
}

/** What a change is planned from, in one statement. Records are parsed where the plan asks for them: damaged ones can be removed. */
export function readTouched(
  database: SqlDatabase,
  collectionId: number,
  { documentIds, withVersions, files }: Touched,
): TouchedDocument[] {
  const places = files.map(({ root, path }) => [toHex(root), toHex(path)]);
  return database
    .prepare(
      `SELECT d.id, d.chunk_count, coalesce(e.document_id, d.document_id) AS document_id, e.document IS NULL AS is_present,
         ${recordColumns}, o.hash AS original, ${fileColumns}
       FROM documents d LEFT JOIN earlier_versions e ON e.document = d.id LEFT JOIN originals o ON o.document = d.id
         LEFT JOIN synced_files s ON s.document = d.id
       WHERE d.id IN (
         SELECT id FROM documents WHERE collection_id = ?1 AND document_id IN (SELECT unhex(value) FROM json_each(?2))
         UNION ALL
         SELECT document FROM earlier_versions
         WHERE collection_id = ?1 AND document_id IN (SELECT unhex(value) FROM json_each(?3))
         UNION ALL
         SELECT f.document FROM json_each(?4) AS place CROSS JOIN synced_files f
           ON f.collection_id = ?1 AND f.root = unhex(place.value ->> 0) AND f.path = unhex(place.value ->> 1))`,
    )
    .all<TouchedRow>([collectionId, idList(documentIds), idList(withVersions), JSON.stringify(places)])
    .map((row) => {
      let document: Document | undefined;
      return {
        id: row.id,
        documentId: toText(row.document_id),
        isPresent: row.is_present === 1,
        chunkCount: row.chunk_count,
        original: row.original ? toText(row.original) : undefined,
        file: soundFile(row),
        get document() {
          return (document ??= parseDocument(row));
        },
      };
    });
}

/** A file whose place is damaged counts as none: its document can be removed, and followed anew. */
function soundFile(row: FileRow): SyncedFile | undefined {
  try {
    return row.root ? fileOf(row) : undefined;
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
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

/** Adds the row of a document, or of an earlier version of one, and gives its id. @param record its JSON */
export function insertDocument(
  database: SqlDatabase,
  collectionId: number,
  { document, record }: { readonly document: Document; readonly record: string },
): number {
  const isEarlier = document.supersededAt !== undefined;
  const id = database
    .prepare(
      `INSERT INTO documents (collection_id, document_id, language, chunk_count, total_tokens, bytes, record)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([
      collectionId,
      toBytes(isEarlier ? referenceOf(document) : document.documentId),
      document.language ?? null,
      document.chunkCount,
      document.totalTokens,
      document.bytes,
      record,
    ]).lastInsertRowid;
  if (isEarlier) recordEarlier(database, collectionId, { id, document });
  return id;
}

/** Names a row for the earlier version that it has become. Its chunks stay searchable as its own. */
export function renameSuperseded(
  database: SqlDatabase,
  collectionId: number,
  { id, document }: { readonly id: number; readonly document: Document },
): void {
  database
    .prepare('UPDATE documents SET document_id = ? WHERE id = ?')
    .run([toBytes(referenceOf(document)), id]);
  recordEarlier(database, collectionId, { id, document });
  changeChunks(database, { document: id }, () => labelChunks(database, id, document));
}

/** Says that a row of `documents` is an earlier version. */
function recordEarlier(
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

/**
 * Writes what has changed about a stored document beside its text: its description, its place, its metadata. Filters
 * see it at once; chunks show it, since they read their document's metadata.
 */
export function updateDocumentRecord(
  database: SqlDatabase,
  collectionId: number,
  { owner, before, after }: { readonly owner: number; readonly before: Document; readonly after: Document },
): void {
  const record = JSON.stringify(after);
  database.prepare('UPDATE documents SET record = ? WHERE id = ?').run([record, owner]);
  keepRecordChecksum(database, owner, record);
  putColumns(database, { collectionId, owner }, after);
  const [had, has] = [rowsByKey(before), rowsByKey(after)];
  const changed = [...new Set([...had.keys(), ...has.keys()])].filter(
    (key) => !isDeepStrictEqual(had.get(key), has.get(key)),
  );
  const statement = database.prepare('DELETE FROM document_fields WHERE document = ? AND key = ?');
  for (const key of changed) {
    for (const row of had.get(key)?.slice(0, 1) ?? []) statement.run([owner, row.key]);
  }
  const rows = changed.flatMap((key) => has.get(key) ?? []);
  insertFields(database, { level: 'document', collectionId }, [{ owner, rows }]);
}

const rowsByKey = (document: Document): Map<string, FieldRow[]> =>
  groupBy(documentFieldRows(document), ({ key }) => toText(key));
