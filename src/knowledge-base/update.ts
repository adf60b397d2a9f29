import { z } from 'zod';
import { ConfigError, NoDocumentsFoundError, PinciteError } from '../errors.ts';
import type { DocumentRecord } from '../store/store.ts';
import { parseFilter } from '../store/parse-filter.ts';
import { metadataValueSchema } from '../types.ts';
import {
  type DocumentFailure,
  ensureCollection,
  isUnchanged,
  keepDescription,
  locate,
  prepareLocated,
  sourceName,
} from './add.ts';
import { documentInputSchema, expandInputs } from './inputs.ts';
import { collectionNameSchema, parseOptions, signalSchema } from './options.ts';
import type { Parts } from './parts.ts';

const strategies = ['replace', 'append', 'delete', 'upsert', 'metadata'] as const;

const updateRequestSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  /**
   * `replace`: the targets go and the new documents come, at once; `append`: adds, refuses ids that are stored;
   * `delete`: the targets go; `upsert`: new, changed or skipped, by id; `metadata` (told from `metadataUpdates`
   * unless given): nothing is embedded.
   */
  strategy: z.enum(strategies).optional(),
  filter: z.unknown().optional(),
  documentIds: z.array(z.string()).optional(),
  /** For metadata of single chunks. */
  chunkIds: z.array(z.string()).optional(),
  newDocuments: z.array(z.union([z.string(), documentInputSchema])).optional(),
  /** Merged shallowly; `null` removes a key. */
  metadataUpdates: z.record(z.string(), metadataValueSchema.nullable()).optional(),
  signal: signalSchema,
});
export type UpdateRequest = z.input<typeof updateRequestSchema>;
type CheckedRequest = z.output<typeof updateRequestSchema>;

export interface UpdateResponse {
  readonly success: boolean;
  readonly strategyUsed: (typeof strategies)[number];
  readonly documentsAffected: number;
  readonly documentsInserted: number;
  readonly documentsReplaced: number;
  readonly documentsDeleted: number;
  readonly documentsSkipped: number;
  readonly chunksDeleted: number;
  readonly chunksAdded: number;
  readonly chunksUpdated: number;
  readonly updatedDocumentIds: readonly string[];
  readonly errors: readonly DocumentFailure[];
}

/**
 * Changes a collection in one transaction: readers see the old or the new, never neither. When a new document
 * cannot be read, nothing is changed and `errors` says why.
 * @throws NoDocumentsFoundError when nothing matches; ConfigError for a contradictory or unbounded request.
 */
export async function updateDocuments(parts: Parts, rawRequest: UpdateRequest): Promise<UpdateResponse> {
  const request = parseOptions(updateRequestSchema, rawRequest, 'update');
  const strategy = request.strategy ?? (request.metadataUpdates === undefined ? undefined : 'metadata');
  if (strategy === undefined) {
    throw new ConfigError('An update needs a strategy', { hint: `One of ${strategies.join(', ')}.` });
  }
  refuseContradictions(request, strategy);
  if (strategy === 'metadata') return updateMetadata(parts, request);
  const targets =
    strategy === 'replace' || strategy === 'delete' ? await findTargets(parts, request, strategy) : [];
  return change(parts, request, { strategy, targets });
}

/** What a request of each strategy may name. */
const fieldsOf: Record<(typeof strategies)[number], readonly string[]> = {
  replace: ['filter', 'documentIds', 'newDocuments'],
  append: ['newDocuments'],
  delete: ['filter', 'documentIds'],
  upsert: ['newDocuments'],
  metadata: ['filter', 'documentIds', 'chunkIds', 'metadataUpdates'],
};

function refuseContradictions(request: CheckedRequest, strategy: (typeof strategies)[number]): void {
  const { filter, documentIds, chunkIds, metadataUpdates, newDocuments } = request;
  const given = { filter, documentIds, chunkIds, metadataUpdates, newDocuments };
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || fieldsOf[strategy].includes(field)) continue;
    throw new ConfigError(`${field} has no meaning for the strategy ${strategy}`, {
      hint: `It takes ${fieldsOf[strategy].join(', ')}.`,
    });
  }
  if (chunkIds !== undefined && (filter !== undefined || documentIds !== undefined)) {
    throw new ConfigError('chunkIds cannot be combined with filter or documentIds', {
      hint: 'Name the chunks alone.',
    });
  }
}

const nothing: Omit<UpdateResponse, 'strategyUsed'> = {
  success: true,
  documentsAffected: 0,
  documentsInserted: 0,
  documentsReplaced: 0,
  documentsDeleted: 0,
  documentsSkipped: 0,
  chunksDeleted: 0,
  chunksAdded: 0,
  chunksUpdated: 0,
  updatedDocumentIds: [],
  errors: [],
};

async function updateMetadata(parts: Parts, request: CheckedRequest): Promise<UpdateResponse> {
  const { collection, chunkIds, metadataUpdates } = request;
  if (metadataUpdates === undefined) {
    throw new ConfigError('A metadata update needs metadataUpdates', {
      hint: 'For example { status: "final" }.',
    });
  }
  if (chunkIds !== undefined) {
    const chunksUpdated = await parts.store.updateMetadata(collection, { chunkIds }, metadataUpdates);
    if (chunksUpdated === 0) throw noneFound(collection);
    return { ...nothing, strategyUsed: 'metadata', chunksUpdated };
  }
  const documentIds = await findTargets(parts, request, 'metadata');
  const documentsAffected = await parts.store.updateMetadata(collection, { documentIds }, metadataUpdates);
  return { ...nothing, strategyUsed: 'metadata', documentsAffected, updatedDocumentIds: documentIds };
}

/** Ids of the documents that the request names: by id, by filter, or by both together. */
async function findTargets(parts: Parts, request: CheckedRequest, strategy: string): Promise<string[]> {
  const { collection, documentIds } = request;
  const filter = parseFilter(request.filter);
  if (documentIds === undefined && filter === undefined) {
    throw new ConfigError(`A ${strategy} without filter or documentIds is refused`, {
      hint: 'Name the documents, or give a filter that matches them.',
    });
  }
  const named = documentIds && ({ kind: 'in', field: 'documentId', values: documentIds } as const);
  const nodes = [filter, named].filter((node) => node !== undefined);
  const found = await parts.store.documents(collection, { kind: 'and', nodes });
  const ids = found.map((document) => document.documentId);
  if (ids.length === 0) throw noneFound(collection);
  return ids;
}

const noneFound = (collection: string) =>
  new NoDocumentsFoundError(`No document of collection "${collection}" matches`, {
    hint: 'List what there is with `pincite list`.',
    context: { collection },
  });

async function change(
  parts: Parts,
  request: CheckedRequest,
  { strategy, targets }: { strategy: 'replace' | 'append' | 'delete' | 'upsert'; targets: readonly string[] },
): Promise<UpdateResponse> {
  const { collection } = request;
  if (strategy !== 'delete') await ensureCollection(parts, collection);
  const incoming = await prepareAll(parts, request, strategy);
  if (incoming.errors.length > 0) {
    return { ...nothing, strategyUsed: strategy, success: false, errors: incoming.errors };
  }
  const put = [...incoming.records.values()];
  const counts = await parts.store.write(collection, { remove: targets, put }, { signal: request.signal });
  const newIds = new Set(incoming.records.keys());
  return {
    ...nothing,
    strategyUsed: strategy,
    documentsAffected: new Set([...targets, ...newIds]).size,
    documentsInserted: newIds.size - incoming.replaced.size,
    documentsReplaced: incoming.replaced.size,
    documentsDeleted: targets.filter((id) => !newIds.has(id)).length,
    documentsSkipped: incoming.skipped,
    chunksDeleted: counts.chunksRemoved,
    chunksAdded: counts.chunksAdded,
    updatedDocumentIds: [...new Set([...targets, ...newIds])],
  };
}

interface Incoming {
  /** By document id; of two with one id the later goes. */
  readonly records: Map<string, DocumentRecord>;
  /** Ids that were stored before. */
  readonly replaced: Set<string>;
  readonly errors: DocumentFailure[];
  skipped: number;
}

async function prepareAll(parts: Parts, request: CheckedRequest, strategy: string): Promise<Incoming> {
  const { collection, signal } = request;
  const incoming: Incoming = { records: new Map(), replaced: new Set(), errors: [], skipped: 0 };
  if (strategy === 'delete') return incoming;
  const { inputs } = await expandInputs(request.newDocuments ?? []);
  const options = { collection, signal, metadata: {}, validateChunks: true };
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
        isUnchanged(existing, kept.input, kept.located)
      ) {
        incoming.skipped += 1;
        continue;
      }
      const { record } = await prepareLocated(parts, kept.input, options, kept.located);
      incoming.records.set(located.documentId, record);
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
