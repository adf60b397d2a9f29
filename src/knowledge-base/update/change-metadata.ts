import { ConfigError, PinciteError } from '../../errors.ts';
import { isOutdated } from '../../store/changes/outdated.ts';
import type { ChangeCounts } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import type { DocumentFailure } from '../add/add-options.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { splitUpdates } from './field-updates.ts';
import { findTargets, missing, noneFound } from './find-targets.ts';
import { openContextWriters, reportOf } from '../written-by-model/open-context-writer.ts';
import type { Parts } from '../parts/parts.ts';
import { reprocess } from './reprocess.ts';
import type { CheckedUpdate, UpdateResponse } from './update-request.ts';
import { writeDocuments } from '../add/write-documents.ts';

/** Changes what is said of documents or chunks; embeds nothing unless `reprocessChunks` says so. */
export async function changeMetadata(parts: Parts, request: CheckedUpdate): Promise<Partial<UpdateResponse>> {
  const { collection, chunkIds, metadataUpdates, reprocessChunks, signal } = request;
  if (metadataUpdates === undefined && !reprocessChunks) {
    throw new ConfigError('A metadata update needs metadataUpdates', {
      hint: 'For example { status: "final" }.',
    });
  }
  if (chunkIds !== undefined) return changeChunks(parts, request, chunkIds);
  const update = splitUpdates(metadataUpdates ?? {}, 'documents');
  const targets = await findTargets(parts, request, 'metadata update');
  const documentIds = targets.map(({ documentId }) => documentId);
  const response = { documentsAffected: targets.length, updatedDocumentIds: documentIds };
  if (metadataUpdates !== undefined) {
    await parts.store.updateMetadata(collection, { target: { documentIds }, ...update }, { signal });
  }
  if (reprocessChunks) return { ...response, ...(await reprocessAll(parts, request, targets)) };
  return { ...response, chunksUpdated: targets.reduce((sum, { chunkCount }) => sum + chunkCount, 0) };
}

async function changeChunks(
  { store }: Parts,
  { collection, metadataUpdates = {}, signal }: CheckedUpdate,
  chunkIds: readonly string[],
): Promise<Partial<UpdateResponse>> {
  const { patch } = splitUpdates(metadataUpdates, 'chunks');
  const chunksUpdated = await store.updateMetadata(collection, { target: { chunkIds }, patch }, { signal });
  if (chunksUpdated === 0) throw noneFound(collection);
  const chunks = await store.chunks(collection, chunkIds);
  const updatedDocumentIds = [...new Set(chunks.map(({ documentId }) => documentId))];
  const there = new Set(chunks.map(({ chunkId }) => chunkId));
  const gone = chunkIds.filter((id) => !there.has(id));
  const warnings = missing(gone, { what: 'chunk', collection });
  return { chunksUpdated, documentsAffected: updatedDocumentIds.length, updatedDocumentIds, warnings };
}

/** A document at a time: memory is bounded, and what fails leaves its document as it was. */
async function reprocessAll(
  parts: Parts,
  { collection, signal, onProgress, ...request }: CheckedUpdate,
  targets: readonly Document[],
): Promise<Partial<UpdateResponse>> {
  const keepVersions = request.keepVersions ?? parts.config.ingest.keepVersions;
  const contexts = await openContextWriters(parts);
  const errors: DocumentFailure[] = [];
  const warnings: string[] = [];
  const sums = { chunksDeleted: 0, chunksAdded: 0, originalsDeleted: 0 };
  const total = targets.length;
  for (const [index, { documentId, sourcePath: source }] of targets.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ kind: 'start', source, index, total, share: 1 / total });
    // What is added under its id meanwhile comes after it, and is not replaced by what was there before.
    const leave = await parts.turns.enter(JSON.stringify([collection, documentId]), signal);
    try {
      const options = { collection, contexts, keepVersions, signal };
      const { counts, ...told } = await reprocessOne(parts, documentId, options);
      if (counts === undefined) continue; // removed meanwhile
      warnings.push(...told.warnings.map((warning) => `${source}: ${warning}`));
      sums.chunksDeleted += counts.chunksRemoved;
      sums.chunksAdded += counts.chunksAdded;
      sums.originalsDeleted += counts.originalsRemoved;
      const end = { kind: 'end', outcome: 'replaced', chunks: counts.chunksAdded } as const;
      onProgress?.({ ...end, source, index, total, warnings: told.warnings });
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof PinciteError) || error.code === 'STORE') throw error;
      errors.push({ source, documentId, error });
      onProgress?.({ kind: 'end', source, index, total, outcome: 'failed', chunks: 0, warnings: [] });
    } finally {
      leave();
    }
  }
  return {
    ...sums,
    success: errors.length === 0,
    documentsReplaced: total - errors.length,
    errors,
    warnings,
    ...reportOf(contexts),
  };
}

interface ReprocessOptions {
  readonly collection: string;
  readonly contexts: readonly ContextWriter[];
  readonly keepVersions: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Another process is not often at the same document, and hardly ever at each try. */
const mostTries = 4;

/** What another process has written meanwhile is not replaced, but reprocessed in its turn. No counts where it has gone. */
async function reprocessOne(
  parts: Parts,
  documentId: string,
  { collection, contexts, keepVersions, signal }: ReprocessOptions,
): Promise<{ readonly counts: ChangeCounts | undefined; readonly warnings: readonly string[] }> {
  for (let tries = 1; ; tries += 1) {
    const [document] = await parts.store.documentsById(collection, [documentId]);
    if (document === undefined) return { counts: undefined, warnings: [] };
    const { record, warnings } = await reprocess(parts, document, { contexts, signal });
    const change = { put: [record], keepVersions, expected: [document] };
    try {
      return { counts: await writeDocuments(parts, collection, { change, signal }), warnings };
    } catch (error) {
      if (!isOutdated(error) || tries === mostTries) throw error;
    }
  }
}
