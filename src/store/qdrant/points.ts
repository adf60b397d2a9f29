/**
 * The points of a collection, apart by `kind`, all with `born` and `died` (`changes.ts`):
 *
 *   document ──key── chunk   vectors, terms, text          one a document, or a version of it, and its chunks
 *        └────key── part     bytes in pieces               its text and layout; also originals, by their hash, and the model
 *
 * Strings that come back as they were given are JSON within the payload: the server takes no half characters. What is seen of
 * a point is never changed: another one takes its place, under the same `key`.
 */
import type { Chunk, Document, Metadata } from '../../types.ts';
import type { ChunkTerms } from '../chunk-terms.ts';
import { ownMetadata } from '../changes/own-metadata.ts';
import type { ChunkRecord, SyncedFile } from '../store.ts';
import type { Point, StoredPoint, Vectors } from './connection.ts';
import { never } from './changes.ts';
import { fieldsPayload, type FieldsPayload } from './filter-fields.ts';
import { filePlace, pointId, wellFormed } from './names.ts';
import type { CollectionFacts } from './registry.ts';
import { termVector } from './sparse.ts';

export interface Lifetime {
  readonly born: number;
  readonly died: number;
}

export interface DocumentPayload extends FieldsPayload, Lifetime {
  readonly kind: 'document';
  readonly key: string;
  readonly documentId: string;
  readonly present: boolean;
  readonly version: number;
  readonly record: string;
  readonly chunkCount: number;
  readonly tokens: number;
  readonly bytes: number;
  /** Terms of all its chunks. */
  readonly termCount: number;
  /** Hash of its original. */
  readonly original?: string;
  /** The file that it is from, and the folder of that. */
  readonly file?: string;
  readonly root?: string;
  readonly filePlace?: string;
  /** Number, width and height of each page. */
  readonly sizes: string;
}

export interface ChunkPayload extends FieldsPayload, Lifetime {
  readonly kind: 'chunk';
  readonly key: string;
  readonly id: string;
  readonly present: boolean;
  readonly version: number;
  readonly sequence: number;
  readonly level: number;
  readonly tokens: number;
  /** Without content and metadata. */
  readonly record: string;
  /** Content and context. */
  readonly text: string;
  readonly metadata: string;
  /** Of that, what its document has not. */
  readonly own: string;
  readonly language?: string;
  readonly terms: readonly string[];
  /** How often it has each. */
  readonly counts: readonly number[];
  readonly length: number;
  /** The change that its `embeddedAt` is of. */
  readonly embeddedIn: number;
  /** The vectors that it has, or has none of because they are zero; and `<vector>:<hash of the text>`. */
  readonly vectors: readonly string[];
  readonly hashes: readonly string[];
}

/** What of a chunk is in its record. */
export type ChunkRest = Omit<Chunk, 'content' | 'metadata'>;

/** What comes of a document beside its chunks. */
export interface DocumentParts {
  readonly key: string;
  readonly document: Document;
  readonly original: string | undefined;
  readonly file: SyncedFile | undefined;
  readonly termCount: number;
  readonly sizes: string;
}

export function documentPoint(
  { key, document, original, file, termCount, sizes }: DocumentParts,
  born: number,
): Point {
  const payload: DocumentPayload = {
    kind: 'document',
    born,
    died: never,
    key,
    documentId: wellFormed(document.documentId),
    present: document.supersededAt === undefined,
    version: document.version,
    record: JSON.stringify(document),
    chunkCount: document.chunkCount,
    tokens: document.totalTokens,
    bytes: document.bytes,
    termCount,
    ...(original !== undefined && { original }),
    ...(file && { file: JSON.stringify(file), root: wellFormed(file.root), filePlace: filePlace(file) }),
    sizes,
    ...fieldsPayload(document),
  };
  return { id: pointId(key, 'document', born), vector: {}, payload: { ...payload } };
}

export const documentOf = ({ record }: Pick<DocumentPayload, 'record'>): Document =>
  JSON.parse(record) as Document;

/** A chunk that comes, of the document under `key`. */
export function newChunkPoint(
  { chunk, context, vector, textHash }: ChunkRecord,
  {
    key,
    document,
    terms,
    facts,
    born,
  }: {
    readonly key: string;
    readonly document: Document;
    readonly terms: ChunkTerms;
    readonly facts: Pick<CollectionFacts, 'vector' | 'usualLength'>;
    readonly born: number;
  },
): Point {
  const { content, metadata: _, ...rest } = chunk;
  const { vector: name, usualLength } = facts;
  const hasDirection = vector.some((value) => value !== 0);
  return chunkPoint({
    key,
    document,
    born,
    rest,
    text: JSON.stringify([content, context]),
    own: ownMetadata(chunk.metadata, document.metadata),
    language: document.language,
    ...termsPayload(terms),
    embeddedIn: born,
    vectors: [name],
    hashes: textHash === undefined ? [] : [`${name}:${textHash}`],
    vector: {
      ...(hasDirection && { [name]: [...vector] }),
      ...(terms.count > 0 && { terms: termVector(terms, usualLength) }),
    },
  });
}

export const termsPayload = ({ frequencies, count }: ChunkTerms) => ({
  terms: [...frequencies.keys()].map(wellFormed),
  counts: [...frequencies.values()],
  length: count,
});

/** What of a stored chunk another one takes over. */
type Kept = Pick<
  ChunkPayload,
  'key' | 'text' | 'language' | 'terms' | 'counts' | 'length' | 'embeddedIn' | 'vectors' | 'hashes'
>;

interface ChunkParts extends Partial<Pick<ChunkPayload, 'language'>>, Omit<Kept, 'language'> {
  readonly document: Document;
  readonly born: number;
  readonly rest: ChunkRest;
  readonly own: Metadata;
  readonly vector: Vectors;
}

function chunkPoint({ document, born, rest, own, vector, language, ...kept }: ChunkParts): Point {
  const metadata = Object.fromEntries([...Object.entries(document.metadata), ...Object.entries(own)]);
  const payload: ChunkPayload = {
    kind: 'chunk',
    born,
    died: never,
    id: wellFormed(rest.chunkId),
    present: document.supersededAt === undefined,
    version: document.version,
    sequence: rest.sequence,
    level: rest.level,
    tokens: rest.tokenCount,
    record: JSON.stringify(rest),
    metadata: JSON.stringify(metadata),
    own: JSON.stringify(own),
    ...(language !== undefined && { language }),
    ...kept,
    ...fieldsPayload(document, { ...rest, content: '', metadata }),
  };
  return { id: pointId(kept.key, 'chunk', rest.chunkId, born), vector, payload: { ...payload } };
}

/** What is to be another about a stored chunk. */
export interface ChunkChange {
  /** Its document as it is now. */
  readonly document: Document;
  readonly rest?: ChunkRest;
  readonly own?: Metadata;
  readonly terms?: ChunkTerms;
}

/** The point that takes the place of a stored chunk. */
export function changedChunkPoint(
  { payload, vector }: StoredPoint<ChunkPayload>,
  { document, rest = restOf(payload), own = ownOf(payload), terms }: ChunkChange,
  { born, usualLength }: { readonly born: number; readonly usualLength: number },
): Point {
  const { key, text, language, embeddedIn, vectors, hashes } = payload;
  const kept = { key, text, embeddedIn, vectors, hashes, ...(language !== undefined && { language }) };
  if (!terms) {
    const { terms: words, counts, length } = payload;
    return chunkPoint({ ...kept, document, born, rest, own, vector, terms: words, counts, length });
  }
  const { terms: _, ...others } = vector;
  const vectorNow = terms.count > 0 ? { ...others, terms: termVector(terms, usualLength) } : others;
  return chunkPoint({ ...kept, document, born, rest, own, vector: vectorNow, ...termsPayload(terms) });
}

export const restOf = ({ record }: Pick<ChunkPayload, 'record'>): ChunkRest =>
  JSON.parse(record) as ChunkRest;
export const ownOf = ({ own }: Pick<ChunkPayload, 'own'>): Metadata => JSON.parse(own) as Metadata;
export const textOf = ({ text }: Pick<ChunkPayload, 'text'>): readonly [content: string, context: string] =>
  JSON.parse(text) as [string, string];

/** What a chunk is read from. */
export const chunkFields = ['record', 'text', 'metadata', 'embeddedIn'] as const;

export function chunkOf(
  payload: Pick<ChunkPayload, (typeof chunkFields)[number]>,
  { embeddingModel, embeddedAt, embeddedUpTo }: CollectionFacts,
): Chunk {
  const rest = restOf(payload);
  return {
    ...rest,
    embeddingModel,
    embeddedAt: (payload.embeddedIn <= embeddedUpTo && embeddedAt) || rest.embeddedAt,
    content: textOf(payload)[0],
    metadata: JSON.parse(payload.metadata) as Metadata,
  };
}
