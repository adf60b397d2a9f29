import type { Document } from '../../types.ts';
import type { SeenFile, SyncedDocument, SyncedFile } from '../store.ts';
import type { Session } from './database.ts';
import { findDocument, updateDocument } from './documents.ts';
import { fromPg, toPg } from './pg-text.ts';

interface FileRow {
  readonly root: string;
  readonly path: string;
  readonly size: number;
  readonly modified_ms: number;
  readonly changed_ms: number;
  readonly checked_ms: number;
}

const fileOf = (row: FileRow): SyncedFile => ({
  root: fromPg(row.root),
  path: fromPg(row.path),
  size: row.size,
  modifiedMs: row.modified_ms,
  changedMs: row.changed_ms,
  checkedMs: row.checked_ms,
});

/** By path. */
export async function readSyncedDocuments(
  session: Session,
  collectionId: number,
  root: string,
): Promise<SyncedDocument[]> {
  const rows = await session.all<FileRow & { record: Document }>(
    `SELECT s.*, d.record FROM pincite.synced_files s JOIN pincite.documents d ON d.id = s.document
     WHERE s.collection_id = $1 AND s.root = $2 ORDER BY s.path`,
    [collectionId, toPg(root)],
  );
  return rows.map((row) => {
    const { documentId, sourceHash, settingsHash, format } = row.record;
    return { documentId, sourceHash, settingsHash, format, file: fileOf(row) };
  });
}

/** The file that a row of `documents` came from. */
export async function readSyncedFile(session: Session, owner: number): Promise<SyncedFile | undefined> {
  const [row] = await session.all<FileRow>('SELECT * FROM pincite.synced_files WHERE document = $1', [owner]);
  return row && fileOf(row);
}

/** A path of a folder has one document: another that had it is no longer followed. */
export async function recordSyncedFile(
  session: Session,
  collectionId: number,
  { owner, file }: { readonly owner: number; readonly file: SyncedFile },
): Promise<void> {
  const place = [owner, collectionId, toPg(file.root), toPg(file.path)];
  await session.all(
    'DELETE FROM pincite.synced_files WHERE document = $1 OR (collection_id = $2 AND root = $3 AND path = $4)',
    place,
  );
  await session.all(
    `INSERT INTO pincite.synced_files (document, collection_id, root, path, size, modified_ms, changed_ms, checked_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [...place, file.size, file.modifiedMs, file.changedMs, file.checkedMs],
  );
}

/** Follows a document to where its file is now. */
export async function applySeenFile(session: Session, collectionId: number, seen: SeenFile): Promise<void> {
  const stored = await findDocument(session, collectionId, seen.documentId);
  if (!stored) return;
  await recordSyncedFile(session, collectionId, { owner: stored.id, file: seen.file });
  if (stored.record.sourcePath === seen.sourcePath) return;
  const updatedAt = new Date().toISOString();
  await updateDocument(session, stored.id, { ...stored.record, sourcePath: seen.sourcePath, updatedAt });
}
