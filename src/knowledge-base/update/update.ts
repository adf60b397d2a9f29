/**
 * Changing documents that are stored. `update-request.ts` says what is asked, `find-targets.ts` of which documents; then either documents are
 * replaced, added or removed (`change-documents.ts`), or their metadata and chunks are made anew (`change-metadata.ts`, `reprocess.ts`).
 */
import { ConfigError } from '../../errors.ts';
import { changeDocuments } from './change-documents.ts';
import { changeMetadata } from './change-metadata.ts';
import { parseOptions } from '../parts/options.ts';
import { missing } from './find-targets.ts';
import type { Parts } from '../parts/parts.ts';
import {
  type CheckedUpdate,
  strategies,
  type UpdateRequest,
  updateRequestSchema,
  type UpdateResponse,
  type UpdateStrategy,
} from './update-request.ts';

/**
 * Changes a collection in one transaction: readers see the old or the new, never neither. When a new document
 * cannot be read, nothing is changed and `errors` says why.
 * Of several documents or chunks that are named, `warnings` say which are not there; the others are changed.
 * @throws NoDocumentsFoundError when nothing matches; ConfigError for a contradictory or unbounded request.
 */
export async function updateDocuments(parts: Parts, rawRequest: UpdateRequest): Promise<UpdateResponse> {
  const request = parseOptions(updateRequestSchema, rawRequest, 'update');
  const strategy = request.strategy ?? impliedStrategy(request);
  refuseContradictions(request, strategy);
  const response =
    strategy === 'metadata'
      ? await changeMetadata(parts, request)
      : await changeDocuments(parts, request, strategy);
  const warnings = [...notThere(request, response), ...(response.warnings ?? [])];
  return { ...nothing, ...response, warnings, strategyUsed: strategy };
}

/** With a filter, a document that is left out may be there and not match. */
function notThere(
  { documentIds = [], filter, collection }: CheckedUpdate,
  { updatedDocumentIds = [], success = true }: Partial<UpdateResponse>,
): string[] {
  if (filter !== undefined || !success) return [];
  const changed = new Set(updatedDocumentIds);
  return missing(
    documentIds.filter((id) => !changed.has(id)),
    { what: 'document', collection },
  );
}

const nothing: Omit<UpdateResponse, 'strategyUsed'> = {
  success: true,
  documentsAffected: 0,
  documentsInserted: 0,
  documentsReplaced: 0,
  documentsDeleted: 0,
  documentsSkipped: 0,
  versionsDeleted: 0,
  originalsDeleted: 0,
  chunksDeleted: 0,
  chunksAdded: 0,
  chunksUpdated: 0,
  updatedDocumentIds: [],
  adapting: false,
  errors: [],
  warnings: [],
};

function impliedStrategy({ metadataUpdates, reprocessChunks }: CheckedUpdate): UpdateStrategy {
  if (metadataUpdates !== undefined || reprocessChunks) return 'metadata';
  throw new ConfigError('An update needs a strategy', { hint: `One of ${strategies.join(', ')}.` });
}

/** What a request of each strategy may name; `newDocuments` it must. */
const fieldsOf: Record<UpdateStrategy, readonly string[]> = {
  replace: ['filter', 'documentIds', 'newDocuments'],
  append: ['newDocuments'],
  delete: ['filter', 'documentIds'],
  upsert: ['newDocuments'],
  metadata: ['filter', 'documentIds', 'chunkIds', 'metadataUpdates', 'reprocessChunks'],
};

function refuseContradictions(request: CheckedUpdate, strategy: UpdateStrategy): void {
  const { filter, documentIds, chunkIds, metadataUpdates, newDocuments } = request;
  const reprocessChunks = request.reprocessChunks || undefined;
  const given = { filter, documentIds, chunkIds, metadataUpdates, newDocuments, reprocessChunks };
  for (const [field, value] of Object.entries(given)) {
    if (value === undefined || fieldsOf[strategy].includes(field)) continue;
    throw new ConfigError(`${field} has no meaning for the strategy ${strategy}`, {
      hint: `It takes ${fieldsOf[strategy].join(', ')}.`,
    });
  }
  if (newDocuments === undefined && fieldsOf[strategy].includes('newDocuments')) {
    throw new ConfigError(`The strategy ${strategy} needs newDocuments`, {
      hint: 'Give paths, URLs or documents; to remove documents, use the strategy delete.',
    });
  }
  if (chunkIds !== undefined && [filter, documentIds, reprocessChunks].some((value) => value !== undefined)) {
    throw new ConfigError('chunkIds cannot be combined with filter, documentIds or reprocessChunks', {
      hint: 'Name the chunks alone.',
    });
  }
}
