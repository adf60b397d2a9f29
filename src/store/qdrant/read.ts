import { type Chunk, type Document, levels, type PageRequest } from '../../types.ts';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import type { DocumentTexts } from '../collection-model.ts';
import type { FilterNode } from '../filter/filter.ts';
import { referenceOf } from '../changes/in-version.ts';
import type { ChunkPlace, ChunkVector, DocumentContent, DocumentRecord } from '../store.ts';
import { compileFilter } from './compile-filter.ts';
import { anyOf, equal } from './conditions.ts';
import type { Condition, StoredPoint, Vectors, Wanted } from './connection.ts';
import { findDocument, findDocuments, versionConditions } from './documents.ts';
import { wellFormed } from './names.ts';
import { readBytes, unpackContent } from './parts.ts';
import {
  chunkFields,
  chunkOf,
  type ChunkPayload,
  documentOf,
  type DocumentPayload,
  restOf,
  textOf,
} from './points.ts';
import type { CollectionFacts } from './registry.ts';
import type { View } from './view.ts';

const asChunk: Wanted = { payload: chunkFields };

/** In the order of the ids; unknown ones are left out. */
export async function readChunks(view: View, chunkIds: readonly string[]): Promise<Chunk[]> {
  const points = await byId<ChunkPayload>(view, chunkIds, asChunk);
  return inOrderOf(
    chunkIds,
    points.map(({ payload }) => chunkOf(payload, view.state)),
  );
}

async function byId<Payload>(
  view: View,
  chunkIds: readonly string[],
  wanted: Wanted,
): Promise<StoredPoint<Payload>[]> {
  if (chunkIds.length === 0) return [];
  const these = anyOf('id', [...new Set(chunkIds.map(wellFormed))]);
  return view.all<Payload>(view.filter('chunk', these), { wanted });
}

function inOrderOf<Item extends { readonly chunkId: string }>(
  chunkIds: readonly string[],
  items: readonly Item[],
): Item[] {
  const known = new Map(items.map((item) => [item.chunkId, item]));
  return chunkIds.flatMap((chunkId) => known.get(chunkId) ?? []);
}

/** @see Store.places */
export async function readPlaces(view: View, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
  const points = await byId<ChunkPayload>(view, chunkIds, { payload: ['record'] });
  const places = points.map(({ payload }): ChunkPlace => {
    const { chunkId, documentId, documentVersion, charStart, charEnd, contentHash, level } = restOf(payload);
    const { embeddingModel } = view.state;
    const version = documentVersion === undefined ? {} : { documentVersion };
    return { chunkId, documentId, ...version, charStart, charEnd, contentHash, level, embeddingModel };
  });
  return inOrderOf(chunkIds, places);
}

export async function readVectors(view: View, chunkIds: readonly string[]): Promise<ChunkVector[]> {
  const { vector: name } = view.state;
  const points = await byId<ChunkPayload>(view, chunkIds, { payload: ['record'], vectors: [name] });
  const vectors = points.map(({ payload, vector }) => ({
    chunkId: restOf(payload).chunkId,
    vector: vectorIn(vector, view.state),
  }));
  return inOrderOf(chunkIds, vectors);
}

/** Zeros where there is none: the server has none of what no search finds. */
export function vectorIn(
  vectors: Vectors | null | undefined,
  { vector: name, dimensions }: Pick<CollectionFacts, 'vector' | 'dimensions'>,
): Float32Array {
  const numbers = vectors?.[name] as number[] | undefined;
  return numbers ? Float32Array.from(numbers) : new Float32Array(dimensions);
}

export async function readChunksOf(view: View, documentId: string): Promise<Chunk[]> {
  const document = await findDocument(view, documentId);
  if (!document) return [];
  const filter = view.filter('chunk', equal('key', document.key));
  const points = await view.all<ChunkPayload>(filter, { wanted: asChunk });
  return points.map(({ payload }) => chunkOf(payload, view.state)).sort(bySequence);
}

const bySequence = (a: Chunk, b: Chunk) => a.sequence - b.sequence;

/** Those of the same level, in the order of the document. */
export async function readNeighbours(
  view: View,
  { chunkId, distance }: { readonly chunkId: string; readonly distance: number },
): Promise<Chunk[]> {
  const [middle] = await byId<ChunkPayload>(view, [chunkId], { payload: ['key', 'level', 'sequence'] });
  if (!middle) return [];
  const { key, level, sequence } = middle.payload;
  const side = (range: object, direction: 'asc' | 'desc', limit: number) =>
    inOrder(view, [equal('key', key), equal('level', level), { key: 'sequence', range }], {
      direction,
      limit,
    });
  const [before, after] = await Promise.all([
    side({ lt: sequence }, 'desc', distance),
    side({ gte: sequence }, 'asc', distance + 1),
  ]);
  return [...before, ...after].sort(bySequence);
}

/** The first chunks by sequence, one way or the other. */
async function inOrder(
  view: View,
  conditions: readonly Condition[],
  { direction, limit }: { readonly direction: 'asc' | 'desc'; readonly limit: number },
): Promise<Chunk[]> {
  if (limit === 0) return [];
  const { points } = await view.connection.send<{ readonly points: StoredPoint<ChunkPayload>[] }>(
    'scrollPoints',
    {
      collection_name: view.state.place,
      filter: view.filter('chunk', ...conditions),
      limit,
      order_by: { key: 'sequence', direction },
      with_payload: chunkFields,
    },
  );
  return points.map(({ payload }) => chunkOf(payload, view.state));
}

/** Records keep the model that a document came with; the collection's is the one that its vectors are of. */
const toDocument = (
  payload: Pick<DocumentPayload, 'record'>,
  { embeddingModel }: CollectionFacts,
): Document => ({
  ...documentOf(payload),
  embeddingModel,
});

export async function readDocuments(view: View, documentIds: readonly string[]): Promise<Document[]> {
  const found = await findDocuments(view, documentIds);
  return found.map((payload) => toDocument(payload, view.state));
}

export async function listDocuments(
  view: View,
  { filter, page = {} }: { readonly filter: FilterNode | undefined; readonly page: PageRequest | undefined },
): Promise<Document[]> {
  const { limit = Infinity, offset = 0, versions } = page;
  const conditions = await documentConditions(view, { filter, versions });
  // The server has no order by text: the names come first, then the documents of the page.
  const named = await view.all<Named>(view.filter('document', ...conditions), { wanted: nameFields });
  const wanted = named.sort(byName).slice(offset, offset + limit);
  const points = await byPointId<DocumentPayload>(
    view,
    wanted.map(({ id }) => id),
  );
  return points.map((payload) => toDocument(payload, view.state));
}

type Named = Pick<DocumentPayload, 'documentId' | 'version' | 'present'>;
const nameFields: Wanted = { payload: ['documentId', 'version', 'present'] };

/** By document id, the versions of one side by side, the present one last. */
const byName = ({ payload: a }: StoredPoint<Named>, { payload: b }: StoredPoint<Named>) =>
  Buffer.compare(Buffer.from(a.documentId), Buffer.from(b.documentId)) ||
  Number(a.present) - Number(b.present) ||
  a.version - b.version;

const pointsPerRequest = 500;

/** In the order of the ids. */
async function byPointId<Payload>(view: View, ids: readonly string[]): Promise<Payload[]> {
  const found = new Map<string, Payload>();
  for (let start = 0; start < ids.length; start += pointsPerRequest) {
    const points = await view.connection.send<StoredPoint<Payload>[]>('getPoints', {
      collection_name: view.state.place,
      ids: ids.slice(start, start + pointsPerRequest),
      with_payload: ['record'],
    });
    for (const { id, payload } of points) found.set(id, payload);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What documents must meet to match a filter, of the wanted versions. */
export async function documentConditions(
  view: View,
  { filter, versions }: { readonly filter: FilterNode | undefined } & Pick<PageRequest, 'versions'>,
): Promise<Condition[]> {
  const compiled = filter && (await compileFilter(filter, { view, rows: 'documents' }));
  return [...(compiled ? [compiled] : []), ...(await versionConditions(view, versions))];
}

/** References to documents and their earlier versions, by reference. */
export async function referencesOf(view: View): Promise<string[]> {
  const points = await view.all<DocumentPayload>(view.filter('document'), {
    wanted: { payload: ['record'] },
  });
  const references = points.map(({ payload }) => {
    const document = documentOf(payload);
    return document.supersededAt === undefined ? document.documentId : referenceOf(document);
  });
  return references.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Everything stored for a document. */
export async function readRecord(view: View, reference: string): Promise<DocumentRecord | undefined> {
  const document = await findDocument(view, reference);
  if (!document) return undefined;
  const { vector: name } = view.state;
  const points = await view.all<ChunkPayload>(view.filter('chunk', equal('key', document.key)), {
    wanted: { payload: [...chunkFields, 'hashes'], vectors: [name] },
  });
  const chunks = points.map(({ payload, vector }) => {
    const hash = payload.hashes.find((one) => one.startsWith(`${name}:`));
    return {
      chunk: chunkOf(payload, view.state),
      context: textOf(payload)[1],
      vector: vectorIn(vector, view.state),
      ...(hash !== undefined && { textHash: hash.slice(name.length + 1) }),
    };
  });
  return {
    document: toDocument(document, view.state),
    content: await contentUnder(view, document.key),
    chunks: chunks.sort((a, b) => bySequence(a.chunk, b.chunk)),
  };
}

export async function readContent(view: View, reference: string): Promise<DocumentContent | undefined> {
  const document = await findDocument(view, reference);
  return document && contentUnder(view, document.key);
}

async function contentUnder(view: View, key: string): Promise<DocumentContent> {
  const bytes = await readBytes(view, key);
  return bytes ? unpackContent(bytes) : { text: '', pages: [], sections: [] };
}

export async function readOriginal(view: View, reference: string): Promise<Uint8Array | undefined> {
  const document = await findDocument(view, reference);
  if (document?.original === undefined) return undefined;
  const bytes = await readBytes(view, document.original);
  return bytes && new Uint8Array(bytes);
}

/** Ids of at most `limit` present documents in random order, the same for the same seed. */
export async function sampleDocuments(
  view: View,
  { limit, seed }: { readonly limit: number; readonly seed: number },
): Promise<string[]> {
  const filter = view.filter('document', equal('present', true));
  const named = await view.all<Named>(filter, { wanted: nameFields });
  const ids = named.sort(byName).map(({ payload }) => payload.documentId);
  return shuffle(ids, createRandom(seed)).slice(0, limit);
}

/** `undefined` for a document that has gone. */
export async function readTexts(view: View, documentId: string): Promise<DocumentTexts | undefined> {
  const document = await findDocument(view, documentId);
  if (!document) return undefined;
  const passages: Condition = { key: 'level', range: { gte: levels.passage } };
  const filter = view.filter('chunk', equal('key', document.key), passages);
  const points = await view.all<ChunkPayload>(filter, { wanted: asChunk });
  const chunks = points.map(({ payload }) => chunkOf(payload, view.state)).sort(bySequence);
  return {
    title: documentOf(document).title,
    chunks: chunks.map(({ headingPath, content }) => ({ heading: headingPath.at(-1), content })),
  };
}
