import type { SyncedDocument, SyncedFile } from '../store.ts';
import { equal } from './conditions.ts';
import { wellFormed } from './names.ts';
import { documentOf, type DocumentPayload } from './points.ts';
import type { View } from './view.ts';

/** By path. */
export async function readSyncedDocuments(view: View, root: string): Promise<SyncedDocument[]> {
  const filter = view.filter('document', equal('root', wellFormed(root)));
  const points = await view.all<DocumentPayload>(filter, { wanted: { payload: ['record', 'file'] } });
  const documents = points.map(({ payload }) => {
    const { documentId, sourceHash, settingsHash, format } = documentOf(payload);
    return { documentId, sourceHash, settingsHash, format, file: JSON.parse(payload.file!) as SyncedFile };
  });
  return documents.sort((a, b) => Buffer.compare(Buffer.from(a.file.path), Buffer.from(b.file.path)));
}
