import { AccessError } from '../../errors.ts';
import type { Chunk, Collection, Document, Metadata } from '../../types.ts';
import type { ChunkRecord, DocumentRecord, MetadataPatch } from '../store.ts';
import type { StoreScope } from './store-scope.ts';
import { isReserved, stampKey } from './tenant.ts';

/** Whatever bears an id of a document or of chunks. */
type Named = Partial<Pick<Chunk, 'documentId' | 'chunkId' | 'prevChunkId' | 'nextChunkId' | 'parentChunkId'>>;
const idKeys = ['documentId', 'chunkId', 'prevChunkId', 'nextChunkId', 'parentChunkId'] as const;

/** The same with ids of the store (`idIn`) or of the scope (`idOut`). */
export function withIds<Value extends Named>(value: Value, rename: (id: string) => string): Value {
  const ids = idKeys.flatMap((key) => (value[key] === undefined ? [] : [[key, rename(value[key])] as const]));
  return { ...value, ...Object.fromEntries(ids) };
}

/** A stored document or chunk as the scope sees it. */
export function shown<Value extends Named & { readonly metadata: Metadata }>(
  scope: StoreScope,
  value: Value,
): Value {
  if (scope.stamp === undefined) return value;
  const entries = Object.entries(value.metadata).filter(([key]) => !isReserved(key));
  const named = withIds<Value>(value, (id) => scope.idOut(id));
  return { ...named, metadata: Object.fromEntries(entries) };
}

export function shownDocument(scope: StoreScope, document: Document): Document {
  const collection = scope.collectionOut(document.collection) ?? document.collection;
  return { ...shown(scope, document), collection };
}

export function shownRecord(scope: StoreScope, record: DocumentRecord): DocumentRecord {
  const chunks = record.chunks.map((one) => shownChunkRecord(scope, one));
  return { ...record, document: shownDocument(scope, record.document), chunks };
}

/** A hash by which nobody else finds the vector says nothing to who takes it elsewhere. */
function shownChunkRecord(scope: StoreScope, { textHash, ...record }: ChunkRecord): ChunkRecord {
  const kept = textHash === undefined || scope.isSalted ? {} : { textHash };
  return { ...record, ...kept, chunk: shown(scope, record.chunk) };
}

/** @throws AccessError for a reserved key where tenants share collections. */
export function requireUnreserved(scope: StoreScope, metadata: MetadataPatch): void {
  const key = scope.stamp === undefined ? undefined : Object.keys(metadata).find(isReserved);
  if (key === undefined) return;
  throw new AccessError(`The metadata key "${key}" is reserved`, {
    hint: 'Name it otherwise: keys that begin with "pincite:" say whose a document is.',
    context: { key },
  });
}

/** A document as it is stored. @throws AccessError for a reserved key. */
export function storedRecord(scope: StoreScope, record: DocumentRecord): DocumentRecord {
  const collection = scope.collectionIn(record.document.collection);
  return {
    ...record,
    document: { ...stored(scope, record.document), collection },
    chunks: record.chunks.map((one) => ({
      ...one,
      chunk: stored(scope, one.chunk),
      ...(one.textHash !== undefined && { textHash: scope.hashIn(one.textHash) }),
    })),
    ...(record.file && { file: { ...record.file, root: scope.idIn(record.file.root) } }),
  };
}

function stored<Value extends Named & { readonly metadata: Metadata }>(
  scope: StoreScope,
  value: Value,
): Value {
  if (scope.stamp === undefined) return value;
  requireUnreserved(scope, value.metadata);
  const named = withIds<Value>(value, (id) => scope.idIn(id));
  return { ...named, metadata: { ...value.metadata, [stampKey]: scope.stamp } };
}

/** A collection by the name that the scope has for it, with the counts of what the scope sees. */
export function shownCollection(
  { adaptation, ...collection }: Collection,
  name: string,
  counts: Pick<Collection, 'documentCount' | 'chunkCount'> | undefined,
): Collection {
  return counts
    ? { ...collection, name, ...counts }
    : { ...collection, name, ...(adaptation && { adaptation }) };
}
