import { isDeepStrictEqual } from 'node:util';
import { CollectionNotFoundError, PinciteError } from '../../errors.ts';
import { refuseLink } from '../../load/source/folder.ts';
import { readSource, type SourceContent } from '../../load/source/read-source.ts';
import { shownAddress } from '../../load/source/web-address.ts';
import type { Document } from '../../types.ts';
import { forwardOnly } from '../../util/async/forward-only.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import type { CheckedOptions } from './add-options.ts';
import { identify, refuseCrawl, type CheckedInput } from './inputs.ts';
import { ownMetadata } from './own-metadata.ts';
import type { Parts } from '../parts/parts.ts';
import type { ContextWriter } from '../written-by-model/context-writer.ts';
import { prepareDocument, type PreparedDocument, type Stages } from '../prepare/prepare.ts';
import { isProcessedBy, type Settings } from '../prepare/settings-hash.ts';
import { webAccess } from './web-access.ts';

export type Located = Awaited<ReturnType<typeof locate>>;

/** Reads the source and says which document it is. */
export async function locate(
  parts: Parts,
  input: CheckedInput,
  options: Pick<CheckedOptions, 'metadata' | 'signal'>,
) {
  const source = await read(parts, input, options.signal);
  const metadata = wellFormed(ownMetadata(options.metadata, input.metadata));
  const identityKeys = parts.config.ingest.identity;
  const documentId = identify(input, source.sourcePath, { metadata, identityKeys });
  return { source, metadata, documentId, sourceHash: sha256(source.bytes) };
}

async function read({ config }: Parts, input: CheckedInput, signal?: AbortSignal): Promise<SourceContent> {
  refuseCrawl(input);
  if (input.read instanceof PinciteError) throw input.read;
  if (input.read !== undefined) return input.read;
  if (input.file !== undefined) await refuseLink(String(input.source));
  return readSource(input, { ...webAccess(config), limits: config.loading, signal });
}

interface PrepareOptions extends Pick<
  CheckedOptions,
  'collection' | 'batchSize' | 'validateChunks' | 'signal' | 'onProgress'
> {
  readonly stages?: Stages;
  readonly contexts: readonly ContextWriter[];
}

export function prepareLocated(
  parts: Parts,
  input: CheckedInput,
  options: PrepareOptions,
  located: Located,
): Promise<PreparedDocument> {
  const source = sourceName(input);
  return prepareDocument(parts, {
    input,
    ...located,
    collection: options.collection,
    batchSize: options.batchSize,
    validate: options.validateChunks,
    stages: options.stages,
    contexts: options.contexts,
    signal: options.signal,
    onPage: forwardOnly((done, total) => options.onProgress?.({ kind: 'page', source, done, total })),
  });
}

/** The stored documents by their ids; none where there is no such collection yet. */
export async function storedById(
  { store }: Parts,
  collection: string,
  documentIds: readonly string[],
): Promise<Map<string, Document>> {
  try {
    const stored = await store.documentsById(collection, documentIds);
    return new Map(stored.map((document) => [document.documentId, document]));
  } catch (error) {
    if (error instanceof CollectionNotFoundError) return new Map();
    throw error;
  }
}

/** What is known of a source before it is read, where somebody has noted its hash. */
interface Described extends Pick<Located, 'metadata' | 'sourceHash'> {
  readonly source: Pick<SourceContent, 'sourcePath'>;
}

/** What neither the input nor the file says of a stored document stays: adding a folder again wipes no tags. */
export function keepDescription<Found extends Described>(
  input: CheckedInput,
  located: Found,
  existing?: Document,
) {
  if (existing === undefined) return { input, located };
  const { tags, project, type } = existing;
  const saysMetadata = Object.keys(located.metadata).length > 0;
  return {
    input: { ...input, kept: { tags, project, type } },
    located: saysMetadata ? located : { ...located, metadata: existing.metadata },
  };
}

/**
 * The same bytes from the same place, processed by the same settings, with the same description: every field that the
 * input names equals the stored one.
 */
export function isUnchanged(
  existing: Document,
  { input, located }: { readonly input: CheckedInput; readonly located: Described },
  settings: Settings,
): boolean {
  const described = ['title', 'creators', 'dateCreated', 'type', 'tags', 'project'] as const;
  return (
    existing.sourceHash === located.sourceHash &&
    existing.sourcePath === located.source.sourcePath &&
    isProcessedBy(existing, input.chunking, settings) &&
    isDeepStrictEqual(existing.metadata, located.metadata) &&
    described.every((key) => input[key] === undefined || isDeepStrictEqual(input[key], existing[key]))
  );
}

/** What a source is called where a person is told of it, and where it is stored unless it is an address. */
export function sourceName({
  source,
  sourceType,
  uri,
  documentId,
}: Pick<CheckedInput, 'source' | 'sourceType' | 'uri' | 'documentId'>): string {
  if (sourceType === 'file') return uri ?? String(source);
  if (sourceType === 'url') return shownAddress(String(source));
  return uri ?? documentId ?? (typeof source === 'string' ? source : 'bytes');
}
