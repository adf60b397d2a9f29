import { parseReference } from '../../util/document-key.ts';
import { patchedFields, patchedMetadata } from '../own-metadata.ts';
import type { MetadataUpdate } from '../store.ts';
import type { Change } from './changes.ts';
import { anyOf } from './conditions.ts';
import { wellFormed } from './names.ts';
import { type ChunkPayload, documentOf, type DocumentPayload, ownOf } from './points.ts';
import { replaceChunks } from './staging.ts';
import type { View } from './view.ts';
import { carryOut, planFor } from './write.ts';

/**
 * Merges metadata, and a document's own fields, and gives the number of documents or chunks it reached. On a chunk, `null`
 * removes the chunk's own value; its document's, if there is one, then shows again.
 */
export async function applyMetadata(change: Change, view: View, update: MetadataUpdate): Promise<number> {
  const { target, patch, fields = {} } = update;
  if (!target.documentIds) return patchChunks(change, view, { chunkIds: target.chunkIds, patch });
  const references = [...new Set(target.documentIds)];
  const ids = references.map((reference) => parseReference(reference).documentId);
  const plan = await planFor(change, view, { ids });
  const updatedAt = new Date().toISOString();
  const reached = references.filter((reference) =>
    plan.describe(reference, (document) => ({
      ...patchedFields(document, fields),
      updatedAt,
      metadata: patchedMetadata(document.metadata, patch),
    })),
  );
  await carryOut(change, view, plan);
  return reached.length;
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
