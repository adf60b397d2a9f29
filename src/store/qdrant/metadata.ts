import { patchedDocument, patchedMetadata } from '../changes/own-metadata.ts';
import type { MetadataUpdate } from '../store.ts';
import type { Change } from './changes.ts';
import { anyOf } from './conditions.ts';
import { findDocuments, toTouched } from './documents.ts';
import { wellFormed } from './names.ts';
import { type ChunkPayload, documentOf, type DocumentPayload, ownOf } from './points.ts';
import { replaceChunks } from './staging.ts';
import type { View } from './view.ts';
import { carryOut } from './write.ts';

/**
 * Merges metadata, and a document's own fields, and gives the number of documents or chunks it reached. On a chunk, `null`
 * removes the chunk's own value; its document's, if there is one, then shows again.
 */
export async function applyMetadata(change: Change, view: View, update: MetadataUpdate): Promise<number> {
  const { target, patch } = update;
  if (!target.documentIds) return patchChunks(change, view, { chunkIds: target.chunkIds, patch });
  const found = await findDocuments(view, [...new Set(target.documentIds)]);
  const now = new Date().toISOString();
  const changed = [...new Set(found)].map((payload) => {
    const stored = toTouched(payload);
    const document = patchedDocument(stored.document, update, now);
    return { stored, document, file: stored.file, isSuperseded: false };
  });
  await carryOut(change, view, { gone: [], changed, coming: [] });
  return found.length;
}

async function patchChunks(
  change: Change,
  view: View,
  { chunkIds, patch }: { readonly chunkIds: readonly string[] } & Pick<MetadataUpdate, 'patch'>,
): Promise<number> {
  const filter = view.filter('chunk', anyOf('id', [...new Set(chunkIds.map(wellFormed))]));
  const chunks = await view.all<ChunkPayload>(filter, { wanted: { payload: ['key'] } });
  const keys = [...new Set(chunks.map(({ payload }) => payload.key))];
  const documents = await view.all<DocumentPayload>(view.filter('document', anyOf('key', keys)), {
    wanted: { payload: ['key', 'record'] },
  });
  const byKey = new Map(documents.map(({ payload }) => [payload.key, documentOf(payload)]));
  await replaceChunks(change, view, {
    filter,
    usualLength: change.state.usualLength,
    changeOf: (payload) => ({
      document: byKey.get(payload.key)!,
      own: patchedMetadata(ownOf(payload), patch),
    }),
  });
  await change.commit(change.state, { taking: chunks.length > 0 });
  return chunks.length;
}
