import { isDeepStrictEqual } from 'node:util';
import { refuseLink } from '../load/folder.ts';
import { readSource } from '../load/read-source.ts';
import type { Document, Metadata } from '../types.ts';
import { sha256 } from '../util/hash.ts';
import type { CheckedOptions } from './add-options.ts';
import { identify, type CheckedInput } from './inputs.ts';
import type { Parts } from './parts.ts';
import type { ContextWriter } from './context-writer.ts';
import { prepareDocument, type PreparedDocument, type Stages } from './prepare.ts';

export type Located = Awaited<ReturnType<typeof locate>>;

/** Reads the source and says which document it is. */
export async function locate(
  parts: Parts,
  input: CheckedInput,
  options: Pick<CheckedOptions, 'metadata' | 'signal'>,
) {
  if (input.file !== undefined) await refuseLink(String(input.source));
  const source = await readSource(input, { limits: parts.config.loading, signal: options.signal });
  const metadata: Metadata = { ...options.metadata, ...input.metadata };
  const identityKeys = parts.config.ingest.identity;
  const documentId = identify(input, source.sourcePath, { metadata, identityKeys });
  return { source, metadata, documentId, sourceHash: sha256(source.bytes) };
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
    ...located,
    input,
    collection: options.collection,
    batchSize: options.batchSize ?? parts.config.embedding.batchSize,
    validate: options.validateChunks,
    stages: options.stages,
    contexts: options.contexts,
    signal: options.signal,
    onPage: (done, total) => options.onProgress?.({ kind: 'page', source, done, total }),
  });
}

/** What the input does not say of a stored document stays: adding a folder again wipes no tags. */
export function keepDescription(input: CheckedInput, located: Located, existing?: Document) {
  if (existing === undefined) return { input, located };
  const { tags, project, type } = existing;
  const saysMetadata = Object.keys(located.metadata).length > 0;
  return {
    input: {
      ...input,
      tags: input.tags ?? tags,
      project: input.project ?? project,
      type: input.type ?? type,
    },
    located: saysMetadata ? located : { ...located, metadata: existing.metadata },
  };
}

/** The same bytes with the same description: every field that the input names equals the stored one. */
export function isUnchanged(existing: Document, input: CheckedInput, located: Located): boolean {
  const described = ['title', 'creators', 'dateCreated', 'type', 'tags', 'project'] as const;
  return (
    existing.sourceHash === located.sourceHash &&
    isDeepStrictEqual(existing.metadata, located.metadata) &&
    described.every((key) => input[key] === undefined || isDeepStrictEqual(input[key], existing[key]))
  );
}

export function sourceName({ source, sourceType, uri, documentId }: CheckedInput): string {
  const place = sourceType === 'file' || sourceType === 'url' ? String(source) : undefined;
  return place ?? uri ?? documentId ?? (typeof source === 'string' ? source : 'bytes');
}
