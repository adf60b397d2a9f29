import type { Document, Metadata } from '../../types.ts';
import type { FieldPatch, MetadataPatch, MetadataUpdate } from '../store.ts';

/** The chunk's metadata without what it has from its document. */
export function ownMetadata(chunk: Metadata, document: Metadata): Metadata {
  return Object.fromEntries(
    Object.entries(chunk).filter(
      ([key, value]) =>
        !Object.hasOwn(document, key) || JSON.stringify(document[key]) !== JSON.stringify(value),
    ),
  );
}

/** The metadata with the patch laid over it; `null` removes a key. */
export function patchedMetadata(metadata: Metadata, patch: MetadataPatch): Metadata {
  const kept = Object.entries(metadata).filter(([key]) => !Object.hasOwn(patch, key));
  return Object.fromEntries([...kept, ...Object.entries(givenIn(patch))]);
}

/** What a patch sets. */
export function givenIn(patch: MetadataPatch): Metadata {
  return Object.fromEntries(
    Object.entries(patch).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  );
}

/** The document with what a user says of it laid over it. */
export function patchedDocument(
  document: Document,
  { patch, fields = {} }: Pick<MetadataUpdate, 'patch' | 'fields'>,
  updatedAt: string,
): Document {
  const metadata = patchedMetadata(document.metadata, patch);
  return { ...patchedFields(document, fields), updatedAt, metadata };
}

/** The document with the fields laid over it; `null` removes a value. */
export function patchedFields(document: Document, fields: FieldPatch): Document {
  const described = Object.entries({ ...document, ...fields }).filter(([, value]) => value !== null);
  return Object.fromEntries(described) as unknown as Document;
}
