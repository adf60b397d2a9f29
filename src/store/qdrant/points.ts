/**
 * The points of a collection, apart by `kind`, all with the change that they came with, `born` (changes.ts):
 *
 *   document ──key── chunk   vectors, terms, text          one a document, or a version of it, and its chunks
 *        └────key── part     bytes in pieces               its text and layout; also originals, by their hash, and the model
 *
 * What comes back as it was given is JSON within the payload: the server takes no half characters. What is seen of a point is
 * never changed: another one takes its place, under the same `key`.
 */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { saturation } from '../../text/terms/bm25.ts';
import type { Chunk, Document, Metadata, Page } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import type { StoredDocument } from '../changes/plan.ts';
import type { ChunkTerms } from '../chunk-terms.ts';
import { packLayout, packStructure, pageOf, withStructure } from '../document-codec.ts';
import type { DocumentContent, SyncedFile } from '../store.ts';
import type { Point, StoredPoint, Vectors } from './place.ts';
import { typedFields } from './typed-fields.ts';

/** The id of a point, as a UUID: the same for the same parts. */
export function pointId(...parts: readonly (string | number)[]): string {
  const digest = sha256(JSON.stringify(parts)).slice(0, 32);
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
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

export type DocumentPayload = ReturnType<typeof documentPayload>;

const documentPayload = (row: DocumentRow, born: number) => ({
  kind: 'document',
  born,
  key: row.key,
  documentId: row.documentId,
  version: row.document.version,
  present: row.document.supersededAt === undefined,
  original: row.original,
  root: row.file?.root,
  filePlace: row.file && filePlace(row.file),
  record: JSON.stringify(row),
  f: typedFields(row.document),
});

/** A file of a synchronised folder as a value that can be looked up. */
export const filePlace = ({ root, path }: Pick<SyncedFile, 'root' | 'path'>): string =>
  sha256(JSON.stringify([root, path]));

export const documentPoint = (row: DocumentRow, born: number): Point => ({
  id: pointId(row.key, 'document', born),
  vector: {},
  payload: wellFormed(documentPayload(row, born)),
});

export function rowOf({ record }: Pick<DocumentPayload, 'record'>): DocumentRow {
  const row = JSON.parse(record) as Omit<DocumentRow, 'file' | 'original'> & Partial<DocumentRow>;
  const isPresent = row.document.supersededAt === undefined;
  return { file: undefined, original: undefined, ...row, isPresent };
}

/** What is stored of a chunk. */
export interface ChunkParts {
  /** Of its document. */
  readonly key: string;
  readonly chunk: Omit<Chunk, 'content'>;
  /** Of its metadata, what its document has not. */
  readonly own: Metadata;
  readonly text: readonly [content: string, context: string];
  readonly terms: ChunkTerms;
  /** Those that have a direction, by the names of models' vectors. */
  readonly vectors: Vectors;
  /** The vectors that it has, or has none of because they are zero; and `<vector>:<hash of the text>`. */
  readonly embedded: readonly string[];
  /** The change that its `embeddedAt` is of. */
  readonly embeddedIn: number;
}

export interface ChunkPointOptions {
  /** As it is now: chunks show its metadata. */
  readonly document: Document;
  readonly born: number;
  /** The average length of chunks that weights are made with. */
  readonly usualLength: number;
}

export type ChunkPayload = ReturnType<typeof chunkPayload>;

function chunkPayload(
  { key, chunk: bare, own, text, terms, embedded, embeddedIn }: Omit<ChunkParts, 'vectors'>,
  { document, born }: ChunkPointOptions,
) {
  const chunk = { ...bare, metadata: { ...document.metadata, ...own }, content: undefined };
  return {
    kind: 'chunk',
    born,
    key,
    id: chunk.chunkId,
    present: document.supersededAt === undefined,
    record: JSON.stringify({ chunk, own }),
    text: JSON.stringify(text),
    terms: [...terms.frequencies.keys()],
    /** How often it has each. */
    counts: [...terms.frequencies.values()],
    length: terms.count,
    embedded,
    embeddedIn,
    f: typedFields(document, chunk),
  };
}

export function chunkPoint({ vectors, ...parts }: ChunkParts, options: ChunkPointOptions): Point {
  const { key, terms, chunk } = parts;
  const weights = terms.count > 0 && { terms: termVector(terms, options.usualLength) };
  return {
    id: pointId(key, 'chunk', chunk.chunkId, options.born),
    vector: { ...vectors, ...weights },
    payload: wellFormed(chunkPayload(parts, options)),
  };
}

/** The inverse of `chunkPoint`. */
export function partsOf({ payload, vector }: StoredPoint<ChunkPayload>): ChunkParts {
  const { key, terms, counts, length: count, embedded, embeddedIn } = payload;
  const frequencies = new Map(terms.map((term, index) => [term, counts[index]!]));
  const { terms: _, ...vectors } = vector;
  const kept = { key, embedded, embeddedIn, vectors, terms: { frequencies, count } };
  return { ...recordOf(payload), text: textOf(payload), ...kept };
}

export const recordOf = ({ record }: Pick<ChunkPayload, 'record'>): Pick<ChunkParts, 'chunk' | 'own'> =>
  JSON.parse(record) as Pick<ChunkParts, 'chunk' | 'own'>;
export const textOf = ({ text }: Pick<ChunkPayload, 'text'>): ChunkParts['text'] =>
  JSON.parse(text) as [string, string];

/** As `ChunkParts` has it. */
export const embeddedAs = (vector: string, textHash: string | undefined): string[] =>
  textHash === undefined ? [vector] : [vector, `${vector}:${textHash}`];

/** The hash of the text that one of its vectors is of. */
export function hashOf({ embedded }: Pick<ChunkPayload, 'embedded'>, vector: string): string | undefined {
  return embedded.find((one) => one.startsWith(`${vector}:`))?.slice(vector.length + 1);
}

/** Zeros where there is none: the server has none of what no search finds. */
export function vectorIn(
  vectors: Vectors | null | undefined,
  { vector: name, dimensions }: { readonly vector: string; readonly dimensions: number },
): Float32Array {
  const numbers = vectors?.[name] as number[] | undefined;
  return numbers ? Float32Array.from(numbers) : new Float32Array(dimensions);
}

interface SparseVector {
  readonly indices: number[];
  readonly values: number[];
}

/**
 * The terms of a chunk as a sparse vector: the part of each in BM25 before idf, as if `usualLength` were the average
 * length. Different terms may share an index, whose weights then add up: a product with it is never too low.
 */
export const termVector = ({ frequencies, count }: ChunkTerms, usualLength: number): SparseVector =>
  toSparse([...frequencies].map(([term, frequency]) => [term, saturation(frequency, count / usualLength)]));

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
    yield {
      id: pointId(key, 'part', part, born),
      vector: {},
      payload: { kind: 'part', born, key, part, data },
    };
  }
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** As JSON, compressed: half characters stay what they are. */
export async function packContent({ pages, structure, ...rest }: DocumentContent): Promise<Uint8Array> {
  const packed = {
    ...rest,
    pages: pages.map((page) => ({ ...page, layout: base64(packLayout(page.layout)) })),
    structure: structure && base64(packStructure(structure)),
  };
  return promisify(deflate)(JSON.stringify(packed));
}

/** The inverse of `packContent`. */
export async function unpackContent(bytes: Uint8Array): Promise<DocumentContent> {
  const json = (await promisify(inflate)(bytes)).toString();
  const { pages, structure, ...rest } = JSON.parse(json) as Pick<DocumentContent, 'text' | 'sections'> & {
    readonly pages: readonly (Omit<Page, 'layout'> & { readonly layout: string })[];
    readonly structure?: string;
  };
  const content = { ...rest, pages: pages.map(({ layout, ...page }) => pageOf(page, fromBase64(layout))) };
  return withStructure(content, structure === undefined ? undefined : fromBase64(structure));
}
