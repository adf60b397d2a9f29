import { ConfigError, PinciteError } from '../../errors.ts';
import type { DocumentRecord } from '../../store/store.ts';
import { beginAdapting } from '../adapt/adapt.ts';
import type { DocumentFailure } from '../add/add-options.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { ensureCollection } from '../parts/embedders.ts';
import { findTargets } from './find-targets.ts';
import { expandInputs } from '../add/inputs.ts';
import { isUnchanged, keepDescription, locate, prepareLocated, sourceName } from '../add/locate.ts';
import { openContextWriters, reportOf } from '../written-by-model/open-context-writer.ts';
import type { Parts } from '../parts/parts.ts';
import type { CheckedUpdate, UpdateResponse, UpdateStrategy } from './update-request.ts';
import { writeDocuments } from '../add/write-documents.ts';

type DocumentStrategy = Exclude<UpdateStrategy, 'metadata'>;

/** Adds, replaces and deletes documents in one transaction, or changes nothing when a new one cannot be read. */
export async function changeDocuments(
  parts: Parts,
  request: CheckedUpdate,
  strategy: DocumentStrategy,
): Promise<Partial<UpdateResponse>> {
  const { collection, signal } = request;
  const hasTargets = strategy === 'replace' || strategy === 'delete';
  const documents = hasTargets ? await findTargets(parts, request, strategy) : [];
  const targets = documents.map(({ documentId }) => documentId);
  const contexts = strategy === 'delete' ? [] : await openContextWriters(parts);
  const incoming = await prepareAll(parts, request, { strategy, contexts });
  const { errors } = incoming;
  if (errors.length > 0) return { success: false, errors };
  const put = [...incoming.records.values()];
  const keepVersions = request.keepVersions ?? parts.config.ingest.keepVersions;
  const change = { remove: targets, put, keepVersions };
  const counts = await writeDocuments(parts, collection, { change, signal });
  const newIds = new Set(incoming.records.keys());
  const updatedDocumentIds = [...new Set([...targets, ...newIds])];
  return {
    documentsAffected: updatedDocumentIds.length,
    documentsInserted: newIds.size - incoming.replaced.size,
    documentsReplaced: incoming.replaced.size,
    documentsDeleted: counts.documentsRemoved,
    documentsSkipped: incoming.skipped,
    versionsDeleted: counts.versionsRemoved,
    originalsDeleted: counts.originalsRemoved,
    chunksDeleted: counts.chunksRemoved,
    chunksAdded: counts.chunksAdded,
    updatedDocumentIds,
    warnings: incoming.warnings,
    ...(put.length > 0 && { adapting: await beginAdapting(parts, collection) }),
    ...reportOf(contexts),
  };
}

interface Incoming {
  /** By document id; of two with one id the later goes. */
  readonly records: Map<string, DocumentRecord>;
  /** Ids that were stored before. */
  readonly replaced: Set<string>;
  readonly errors: DocumentFailure[];
  readonly warnings: string[];
  skipped: number;
}

async function prepareAll(
  parts: Parts,
  request: CheckedUpdate,
  {
    strategy,
    contexts,
  }: { readonly strategy: DocumentStrategy; readonly contexts: readonly ContextWriter[] },
): Promise<Incoming> {
  const { collection, signal, onProgress } = request;
  const incoming: Incoming = {
    records: new Map(),
    replaced: new Set(),
    errors: [],
    warnings: [],
    skipped: 0,
  };
  if (strategy === 'delete') return incoming;
  const { inputs } = await expandInputs(request.newDocuments ?? []);
  const options = { collection, signal, onProgress, metadata: {}, validateChunks: true, contexts };
  const embedder = await ensureCollection(parts, collection);
  for (const input of inputs) {
    try {
      const located = await locate(parts, input, options);
      const [existing] = await parts.store.documentsById(collection, [located.documentId]);
      const isTaken = existing !== undefined || incoming.records.has(located.documentId);
      if (isTaken && strategy === 'append') throw alreadyStored(located.documentId, collection);
      const kept = keepDescription(input, located, existing);
      if (
        existing !== undefined &&
        strategy === 'upsert' &&
        isUnchanged(existing, kept, { config: parts.config, embedder, validate: options.validateChunks })
      ) {
        incoming.skipped += 1;
        continue;
      }
      const { record, warnings } = await prepareLocated(parts, kept.input, options, kept.located);
      incoming.records.set(located.documentId, record);
      incoming.warnings.push(...warnings.map((warning) => `${sourceName(input)}: ${warning}`));
      if (existing !== undefined) incoming.replaced.add(located.documentId);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof PinciteError)) throw error;
      incoming.errors.push({ source: sourceName(input), error });
    }
  }
  return incoming;
}

const alreadyStored = (documentId: string, collection: string) =>
  new ConfigError(`Document "${documentId}" is already in collection "${collection}"`, {
    hint: 'Use the strategy upsert or replace.',
    context: { document: documentId, collection },
  });
