import type { SeenFile, SyncedDocument, SyncedFile } from '../store.ts';
import { updateDocumentRecord } from './document-record.ts';
import type { SqlDatabase } from './driver.ts';
import { parseDocument, recordColumns, type RecordRow } from './stored-document.ts';
import { toBytes, toText } from './text-bytes.ts';
import { findDocument } from './versions.ts';

interface SyncedRow extends RecordRow {
  readonly root: Uint8Array;
  readonly path: Uint8Array;
  readonly size: number;
  readonly modified_ms: number;
  readonly changed_ms: number;
  readonly checked_ms: number;
}

const syncedRows = `SELECT ${recordColumns}, s.root, s.path, s.size, s.modified_ms, s.changed_ms, s.checked_ms
  FROM synced_files s JOIN documents d ON d.id = s.document`;

/** By path. */
export function readSyncedDocuments(
  database: SqlDatabase,
  collectionId: number,
  root: string,
): SyncedDocument[] {
  return database
    .prepare(`${syncedRows} WHERE s.collection_id = ? AND s.root = ? ORDER BY s.path`)
    .all<SyncedRow>([collectionId, toBytes(root)])
    .map((row) => {
      const { documentId, sourceHash, settingsHash, format } = parseDocument(row);
      return { documentId, sourceHash, settingsHash, format, file: fileOf(row) };
    });
}

/** The file that a row of `documents` came from. */
export function readSyncedFile(database: SqlDatabase, owner: number): SyncedFile | undefined {
  const row = database.prepare(`${syncedRows} WHERE s.document = ?`).get<SyncedRow>([owner]);
  return row && fileOf(row);
}

function fileOf(row: SyncedRow): SyncedFile {
  return {
    root: toText(row.root),
    path: toText(row.path),
    size: row.size,
    modifiedMs: row.modified_ms,
    changedMs: row.changed_ms,
    checkedMs: row.checked_ms,
  };
}

/** A path of a folder has one document: another that had it is no longer followed. */
export function recordSyncedFile(
  database: SqlDatabase,
  collectionId: number,
  { owner, file }: { readonly owner: number; readonly file: SyncedFile },
): void {
  const place = [collectionId, toBytes(file.root), toBytes(file.path)];
  database
    .prepare('DELETE FROM synced_files WHERE document = ? OR (collection_id = ? AND root = ? AND path = ?)')
    .run([owner, ...place]);
  database
    .prepare(
      `INSERT INTO synced_files (document, collection_id, root, path, size, modified_ms, changed_ms, checked_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run([owner, ...place, file.size, file.modifiedMs, file.changedMs, file.checkedMs]);
}

/** Follows a document to where its file is now. */
export function applySeenFile(database: SqlDatabase, collectionId: number, seen: SeenFile): void {
  const stored = findDocument(database, collectionId, seen.documentId);
  if (!stored) return;
  recordSyncedFile(database, collectionId, { owner: stored.id, file: seen.file });
  const document = parseDocument(stored);
  if (document.sourcePath === seen.sourcePath) return;
  const after = { ...document, sourcePath: seen.sourcePath, updatedAt: new Date().toISOString() };
  updateDocumentRecord(database, collectionId, { owner: stored.id, before: document, after });
}
