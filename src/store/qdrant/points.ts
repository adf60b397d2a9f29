/**
 * The points of a collection, apart by `kind`, all with the change that they came with, `born` (changes.ts):
 *
 *   document ──key── chunk   vectors, terms, text          one a document, or a version of it, and its chunks
 *        └────key── part     bytes in pieces               its text and layout; also originals, by their hash, and the model
 *
 * What comes back as it was given is JSON within the payload: the server takes no half characters. What is seen of a point is
 * never changed: another one takes its place, under the same `key`.
 */
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { saturation } from '../../text/terms/bm25.ts';
import type { Chunk, Document, Metadata, Page } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { ownMetadata } from '../changes/own-metadata.ts';
import type { StoredDocument } from '../changes/plan.ts';
import type { ChunkTerms } from '../chunk-terms.ts';
import { chunkFieldNames, documentFieldNames, type FieldValue } from '../filter/fields.ts';
import type { FilterValue } from '../filter/filter.ts';
import { isoInstant } from '../filter/instant.ts';
import { packLayout, packStructure, pageOf, withStructure } from '../document-codec.ts';
import type { ChunkRecord, DocumentContent, SyncedFile } from '../store.ts';
import type { Point, StoredPoint, Vectors } from './connection.ts';

const namespace = Buffer.from('5e0b1b0cf1a24b0f9d3c6a8e2f7d4c11', 'hex');

/** The id of a point: a UUID of version 5, the same for the same parts. */
export function pointId(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha1').update(namespace).update(JSON.stringify(parts)).digest();
  digest[6] = (digest[6]! & 0x0f) | 0x50;
  digest[8] = (digest[8]! & 0x3f) | 0x80;
  const hex = digest.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Where the points of a collection are: `<prefix>.<name>.<something new>`, so that a collection that is removed and
 * made again has another place. No prefix has a dot, so none of a store's places is another store's.
 */
export function newPlace(prefix: string, name: string): string {
  const readable = name.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 60);
  return `${prefix}.${readable}.${randomBytes(6).toString('hex')}`;
}

/** What filters see of a field, as the server can index it, with the types kept apart. */
export interface TypedValues {
  /** `x`, of a list also `l`; and each value with its type before it: `s` text, `d` text that is a date, `i` its instant, `n`, `b`. */
  readonly k: readonly string[];
  /** Numbers, and the instants of dates in milliseconds, to be compared. */
  readonly n?: readonly number[];
  readonly i?: readonly number[];
}

/** How each kind of value is indexed. */
export const indexTypes = { k: 'keyword', n: 'float', i: 'integer' } as const;
export type ValueKind = keyof typeof indexTypes;

interface FieldsPayload {
  readonly f: Readonly<Record<string, TypedValues>>;
}

/** The same in a whole collection, so that points need not keep them. */
export const collectionFields: ReadonlySet<string> = new Set(['collection', 'embeddingModel']);

/** A field of the user's own as a key that Qdrant's paths can name. */
export function metadataKey(name: string): string {
  return /^[A-Za-z0-9_]{1,60}$/.test(name) ? `m_${name}` : `m-${sha256(name).slice(0, 32)}`;
}

/** Of a document, or of a chunk with what its document says; its `content` is kept beside. */
function fieldsPayload(document: Document, chunk?: Omit<Chunk, 'content'>): FieldsPayload {
  const { metadata } = chunk ?? document;
  const values: (readonly [string, FieldValue | undefined])[] = [
    ...documentFieldNames.map((name) => [name, document[name]] as const),
    ...chunkFieldNames.map((name) => [name, name === 'content' ? undefined : chunk?.[name]] as const),
    ...Object.entries(metadata).map(([name, value]) => [metadataKey(name), value] as const),
  ];
  const typedValues = values.flatMap(([key, value]) =>
    value === undefined || collectionFields.has(key) ? [] : [[key, typed(value)] as const],
  );
  return { f: Object.fromEntries(typedValues) };
}

function typed(field: FieldValue): TypedValues {
  const values = (Array.isArray(field) ? field : [field]) as readonly FilterValue[];
  const n = values.filter((value) => typeof value === 'number');
  const texts = values.filter((value) => typeof value === 'string');
  const i = texts.flatMap((text) => isoInstant(text) ?? []);
  const dates = texts.filter((text) => isoInstant(text) !== undefined).map((text) => `d${text}`);
  return {
    k: ['x', ...(Array.isArray(field) ? ['l'] : []), ...values.map(typedKey), ...dates],
    ...(n.length > 0 && { n }),
    ...(i.length > 0 && { i }),
  };
}

/** Two values have the same where they are equal as filters have it. */
export function typedKey(value: FilterValue): string {
  const instant = typeof value === 'string' ? isoInstant(value) : undefined;
  if (instant !== undefined) return `i${instant}`;
  return `${(typeof value)[0]}${String(value)}`;
}

/** The values of a field again, without their order. */
export function valuesOf({ k }: Pick<TypedValues, 'k'>): FilterValue[] {
  return k.flatMap((key) => {
    const text = key.slice(1);
    if (key[0] === 'n') return Number(text);
    if (key[0] === 'b') return text === 'true';
    return key[0] === 's' || key[0] === 'd' ? text : [];
  });
}

/** A document, or an earlier version of one, with what is kept of it beside its chunks. */
export interface DocumentRow extends StoredDocument {
  readonly key: string;
  /** Hash of its original. */
  readonly original: string | undefined;
  /** Terms of all its chunks. */
  readonly termCount: number;
  /** Number, width and height of each page. */
  readonly sizes: readonly (readonly [number, number, number])[];
}

export interface DocumentPayload extends FieldsPayload {
  readonly kind: 'document';
  readonly born: number;
  readonly key: string;
  readonly documentId: string;
  readonly present: boolean;
  readonly original?: string;
  /** Of its file: the folder, and both. */
  readonly root?: string;
  readonly filePlace?: string;
  /** The row. */
  readonly record: string;
}

/** A file of a synchronised folder as a value that can be looked up. */
export const filePlace = ({ root, path }: Pick<SyncedFile, 'root' | 'path'>): string =>
  sha256(JSON.stringify([root, path]));

export function documentPoint(row: DocumentRow, born: number): Point {
  const { key, document, original, file } = row;
  const payload: DocumentPayload = {
    kind: 'document',
    born,
    key,
    documentId: document.documentId,
    present: document.supersededAt === undefined,
    ...(original !== undefined && { original }),
    ...(file && { root: file.root, filePlace: filePlace(file) }),
    record: JSON.stringify(row),
    ...fieldsPayload(document),
  };
  return { id: pointId(key, 'document', born), vector: {}, payload: { ...wellFormed(payload) } };
}

export function rowOf({ record }: Pick<DocumentPayload, 'record'>): DocumentRow {
  const row = JSON.parse(record) as Omit<DocumentRow, 'file' | 'original'> & Partial<DocumentRow>;
  const isPresent = row.document.supersededAt === undefined;
  return { file: undefined, original: undefined, ...row, isPresent };
}

export interface ChunkPayload extends FieldsPayload {
  readonly kind: 'chunk';
  readonly born: number;
  readonly key: string;
  readonly id: string;
  readonly present: boolean;
  readonly sequence: number;
  readonly level: number;
  /** As `ChunkParts`. */
  readonly record: string;
  /** Content and context. */
  readonly text: string;
  readonly terms: readonly string[];
  /** How often it has each. */
  readonly counts: readonly number[];
  readonly length: number;
  /** The change that its `embeddedAt` is of. */
  readonly embeddedIn: number;
  /** The vectors that it has, or has none of because they are zero; and `<vector>:<hash of the text>`. */
  readonly embedded: readonly string[];
}

interface ChunkParts {
  readonly chunk: Omit<Chunk, 'content'>;
  /** Of its metadata, what its document has not. */
  readonly own: Metadata;
}

/** What of a chunk has nothing to do with its document. */
type Kept = Pick<ChunkPayload, 'key' | 'text' | 'terms' | 'counts' | 'length' | 'embeddedIn' | 'embedded'>;

/** What is the same for the chunks of a change. */
interface ChunkOptions {
  readonly born: number;
  readonly usualLength: number;
}

function chunkPoint(
  kept: Kept,
  { chunk, own, document }: ChunkParts & { readonly document: Document },
  { vector, born }: { readonly vector: Vectors; readonly born: number },
): Point {
  const shown = { ...chunk, metadata: { ...document.metadata, ...own } };
  const payload: ChunkPayload = {
    ...kept,
    kind: 'chunk',
    born,
    id: chunk.chunkId,
    present: document.supersededAt === undefined,
    sequence: chunk.sequence,
    level: chunk.level,
    record: JSON.stringify({ chunk: shown, own }),
    ...fieldsPayload(document, shown),
  };
  return { id: pointId(kept.key, 'chunk', chunk.chunkId, born), vector, payload: { ...wellFormed(payload) } };
}

/** A chunk that comes, of a document under a key. */
export function newChunkPoint(
  { chunk: { content, ...chunk }, context, vector, textHash }: ChunkRecord,
  terms: ChunkTerms,
  {
    row: { key, document },
    vector: name,
    ...options
  }: ChunkOptions & { readonly row: DocumentRow; readonly vector: string },
): Point {
  const kept: Kept = {
    key,
    text: JSON.stringify([content, context]),
    ...termsPayload(terms),
    embeddedIn: options.born,
    embedded: embeddedAs(name, textHash),
  };
  const own = ownMetadata(chunk.metadata, document.metadata);
  const hasDirection = vector.some((value) => value !== 0);
  const vectors = { ...(hasDirection && { [name]: [...vector] }), ...termVectors(terms, options) };
  return chunkPoint(kept, { chunk, own, document }, { ...options, vector: vectors });
}

export const embeddedAs = (vector: string, textHash: string | undefined): string[] =>
  textHash === undefined ? [vector] : [vector, `${vector}:${textHash}`];

/** The hash of the text that one of its vectors is of. */
export function hashOf({ embedded }: Pick<ChunkPayload, 'embedded'>, vector: string): string | undefined {
  return embedded.find((one) => one.startsWith(`${vector}:`))?.slice(vector.length + 1);
}

const termsPayload = ({ frequencies, count }: ChunkTerms) => ({
  terms: [...frequencies.keys()],
  counts: [...frequencies.values()],
  length: count,
});

/** What is to be another about a stored chunk. */
export interface ChunkChange extends Partial<ChunkParts> {
  /** Its document as it is now. */
  readonly document: Document;
  readonly terms?: ChunkTerms;
}

/** The point that takes the place of a stored chunk. */
export function changedChunkPoint(
  { payload, vector }: StoredPoint<ChunkPayload>,
  { terms, ...change }: ChunkChange,
  options: ChunkOptions,
): Point {
  const parts = { ...partsOf(payload), ...change };
  if (!terms) return chunkPoint(payload, parts, { ...options, vector });
  const { terms: _, ...others } = vector;
  const vectors = { ...others, ...termVectors(terms, options) };
  return chunkPoint({ ...payload, ...termsPayload(terms) }, parts, { ...options, vector: vectors });
}

export const partsOf = ({ record }: Pick<ChunkPayload, 'record'>): ChunkParts =>
  JSON.parse(record) as ChunkParts;
export const textOf = ({ text }: Pick<ChunkPayload, 'text'>): readonly [content: string, context: string] =>
  JSON.parse(text) as [string, string];

/** What the text of a chunk was analysed as. */
export const languageOf = ({ f }: Pick<ChunkPayload, 'f'>): string | undefined =>
  f['language']?.k.find((key) => key.startsWith('s'))?.slice(1);

interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

/**
 * The terms of a chunk as a sparse vector: the part of each in BM25 before idf, as if `usualLength` were the average
 * length. Different terms may share an index, whose weights then add up: a product with it is never too low.
 */
export function termVector({ frequencies, count }: ChunkTerms, usualLength: number): SparseVector {
  return toSparse(
    [...frequencies].map(([term, frequency]) => [term, saturation(frequency, count / usualLength)]),
  );
}

const termVectors = (terms: ChunkTerms, { usualLength }: ChunkOptions): Vectors =>
  terms.count > 0 ? { terms: termVector(terms, usualLength) } : {};

export function toSparse(weights: Iterable<readonly [term: string, weight: number]>): SparseVector {
  const byIndex = new Map<number, number>();
  for (const [term, weight] of weights) {
    const index = indexOf(term);
    byIndex.set(index, (byIndex.get(index) ?? 0) + weight);
  }
  return { indices: [...byIndex.keys()], values: [...byIndex.values()] };
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function indexOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < term.length; position += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}

/** A request may have 32 MB unless the server is told otherwise. */
const bytesPerPart = 6 * 2 ** 20;
/** The key of the model that belongs to a collection alone. */
export const tableKey = 'table';

export interface PartPayload {
  readonly kind: 'part';
  readonly born: number;
  readonly key: string;
  readonly part: number;
  /** Base64. */
  readonly data: string;
}

/** Bytes under a key, in pieces that a request can carry. */
export function* bytePoints(key: string, bytes: Uint8Array, born: number): Iterable<Point> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let part = 0; part === 0 || part * bytesPerPart < buffer.length; part += 1) {
    const data = buffer.toString('base64', part * bytesPerPart, (part + 1) * bytesPerPart);
    const payload: PartPayload = { kind: 'part', born, key, part, data };
    yield { id: pointId(key, 'part', part, born), vector: {}, payload: { ...payload } };
  }
}

/** As JSON, compressed: half characters stay what they are. */
export async function packContent(content: DocumentContent): Promise<Uint8Array> {
  const pages = content.pages.map((page) => ({
    ...page,
    layout: Buffer.from(packLayout(page.layout)).toString('base64'),
  }));
  const structure = content.structure && Buffer.from(packStructure(content.structure)).toString('base64');
  return promisify(deflate)(JSON.stringify({ ...content, pages, structure }));
}

/** The inverse of `packContent`. */
export async function unpackContent(bytes: Uint8Array): Promise<DocumentContent> {
  const json = (await promisify(inflate)(bytes)).toString();
  const { pages, structure, ...rest } = JSON.parse(json) as Pick<DocumentContent, 'text' | 'sections'> & {
    readonly pages: readonly (Omit<Page, 'layout'> & { readonly layout: string })[];
    readonly structure?: string;
  };
  const content = {
    ...rest,
    pages: pages.map(({ layout, ...page }) => pageOf(page, Buffer.from(layout, 'base64'))),
  };
  return withStructure(content, structure === undefined ? undefined : Buffer.from(structure, 'base64'));
}
