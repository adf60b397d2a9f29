import type { SyncedDocument, SyncedFile } from '../../store.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { parseDocument, recordColumns, type RecordRow } from '../read/stored-document.ts';
import { toBytes, toText } from '../database/text-bytes.ts';

/** Of `synced_files s`; NULL where a document has none. */
export interface FileRow {
  readonly root: Uint8Array;
  readonly path: Uint8Array;
  readonly size: number;
  readonly modified_ms: number;
  readonly changed_ms: number;
  readonly checked_ms: number;
}

/** The columns that make a `FileRow`. */
export const fileColumns = 's.root, s.path, s.size, s.modified_ms, s.changed_ms, s.checked_ms';

/** By path. */
export function readSyncedDocuments(
  database: SqlDatabase,
  collectionId: number,
  root: string,
): SyncedDocument[] {
  return database
    .prepare(
      `SELECT ${recordColumns}, ${fileColumns} FROM synced_files s JOIN documents d ON d.id = s.document
       WHERE s.collection_id = ? AND s.root = ? ORDER BY s.path`,
    )
    .all<RecordRow & FileRow>([collectionId, toBytes(root)])
    .map((row) => {
      const { documentId, sourceHash, settingsHash, format } = parseDocument(row);
      return { documentId, sourceHash, settingsHash, format, file: fileOf(row) };
    });
}

export function fileOf(row: FileRow): SyncedFile {
  return {
    root: toText(row.root),
    path: toText(row.path),
    size: row.size,
    modifiedMs: row.modified_ms,
    changedMs: row.changed_ms,
    checkedMs: row.checked_ms,
  };
}

/** @param owner a row of `documents` that has no file */
export function insertSyncedFile(
  database: SqlDatabase,
  collectionId: number,
  { owner, file }: { readonly owner: number; readonly file: SyncedFile },
): void {
  const { root, path, size, modifiedMs, changedMs, checkedMs } = file;
  database
    .prepare(
      `INSERT INTO synced_files (document, collection_id, root, path, size, modified_ms, changed_ms, checked_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([owner, collectionId, toBytes(root), toBytes(path), size, modifiedMs, changedMs, checkedMs]);
}

export function removeSyncedFile(database: SqlDatabase, owner: number): void {
  database.prepare('DELETE FROM synced_files WHERE document = ?').run([owner]);
}
