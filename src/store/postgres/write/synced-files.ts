import type { Document } from '../../../types.ts';
import type { SyncedDocument, SyncedFile } from '../../store.ts';
import type { Session } from '../database/connection.ts';
import { fromPg, toPg } from '../database/pg-text.ts';

/** Of `synced_files s`; NULL where a document has none. */
export interface FileRow {
  readonly root: string;
  readonly path: string;
  readonly size: number;
  readonly modified_ms: number;
  readonly changed_ms: number;
  readonly checked_ms: number;
}

/** The columns that make a `FileRow`. */
export const fileColumns = 's.root, s.path, s.size, s.modified_ms, s.changed_ms, s.checked_ms';

export const fileOf = (row: FileRow): SyncedFile => ({
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
    `SELECT ${fileColumns}, d.record FROM pincite.synced_files s JOIN pincite.documents d ON d.id = s.document
     WHERE s.collection_id = $1 AND s.root = $2 ORDER BY s.path`,
    [collectionId, toPg(root)],
  );
  return rows.map((row) => {
    const { documentId, sourceHash, settingsHash, format } = row.record;
    return { documentId, sourceHash, settingsHash, format, file: fileOf(row) };
  });
}

/** @param owner a row of `documents` that has no file */
export async function insertSyncedFile(
  session: Session,
  collectionId: number,
  { owner, file }: { readonly owner: number; readonly file: SyncedFile },
): Promise<void> {
  const { root, path, size, modifiedMs, changedMs, checkedMs } = file;
  await session.all(
    `INSERT INTO pincite.synced_files (document, collection_id, root, path, size, modified_ms, changed_ms, checked_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [owner, collectionId, toPg(root), toPg(path), size, modifiedMs, changedMs, checkedMs],
  );
}

export async function removeSyncedFiles(session: Session, owners: readonly number[]): Promise<void> {
  if (owners.length === 0) return;
  await session.all('DELETE FROM pincite.synced_files WHERE document = ANY($1)', [owners]);
}
