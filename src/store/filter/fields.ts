import type { Chunk, Document, Metadata, MetadataValue } from '../../types.ts';
import { FilterError } from '../../errors.ts';

/** The value of a field: what metadata may hold, or page numbers. */
export type FieldValue = MetadataValue | readonly number[];
/** Gives a field's value by the name used in filters; `undefined` when it is absent. */
export type FieldLookup = (name: string) => FieldValue | undefined;

export const documentFieldNames = [
  'documentId',
  'collection',
  'sourcePath',
  'sourceHash',
  'title',
  'creators',
  'subjects',
  'description',
  'dateCreated',
  'publisher',
  'containerTitle',
  'doi',
  'url',
  'format',
  'type',
  'language',
  'chunkCount',
  'totalChars',
  'totalTokens',
  'bytes',
  'pageCount',
  'embeddingModel',
  'ingestedAt',
  'updatedAt',
  'version',
  'supersededAt',
  'tags',
  'project',
] as const satisfies readonly (keyof Document)[];
/** Fields of a document that filters may name. */
export type DocumentFieldName = (typeof documentFieldNames)[number];

export const chunkFieldNames = [
  'chunkId',
  'sequence',
  'charStart',
  'charEnd',
  'content',
  'contentHash',
  'pageNumbers',
  'sectionHeading',
  'headingPath',
  'kind',
  'tokenCount',
  'charCount',
  'overlapPrevChars',
  'overlapNextChars',
  'uniqueStart',
  'uniqueEnd',
  'prevChunkId',
  'nextChunkId',
  'parentChunkId',
  'level',
  'hierarchyPath',
  'chunkingMethod',
  'embeddedAt',
  'totalChunks',
] as const satisfies readonly (keyof Chunk)[];
/** Fields of a chunk that filters may name. */
export type ChunkFieldName = (typeof chunkFieldNames)[number];

/** What a filter's field name means. */
export type ResolvedField =
  | { readonly level: 'document'; readonly name: DocumentFieldName }
  | { readonly level: 'chunk'; readonly name: ChunkFieldName }
  | { readonly level: 'metadata'; readonly name: string };

const documentFields: ReadonlySet<string> = new Set(documentFieldNames);
const chunkFields: ReadonlySet<string> = new Set(chunkFieldNames);
/** Before the name of a field of the user's own. */
export const metadataPrefix = 'metadata.';

/**
 * Core fields first, then the user's own. A user field that has a core field's name is reached as
 * `metadata.<name>` only.
 */
export function resolveField(name: string): ResolvedField {
  if (documentFields.has(name)) return { level: 'document', name: name as DocumentFieldName };
  if (chunkFields.has(name)) return { level: 'chunk', name: name as ChunkFieldName };
  const own = name.startsWith(metadataPrefix) ? name.slice(metadataPrefix.length) : name;
  return { level: 'metadata', name: own };
}

/** What a filter calls a key of metadata. */
export function nameOfMetadata(key: string): string {
  const field = resolveField(key);
  return field.level === 'metadata' && field.name === key ? key : `${metadataPrefix}${key}`;
}

/** The fields of a document, or of one of its chunks, as filters see them. */
export function fieldsOf(document: Document, chunk?: Chunk): FieldLookup {
  const metadata: Metadata = chunk?.metadata ?? document.metadata;
  return (name) => {
    const field = resolveField(name);
    if (field.level === 'document') return document[field.name];
    if (field.level === 'chunk') return chunk?.[field.name];
    return Object.hasOwn(metadata, field.name) ? metadata[field.name] : undefined;
  };
}

/** What filtering documents by a field that only chunks have ends in. */
export function onlyOfChunks(field: string): FilterError {
  return new FilterError(`${field} is a field of chunks, and documents are filtered here.`, {
    hint: `Use a field of the document, or metadata.${field} for a field of your own of that name.`,
    context: { position: field },
  });
}
