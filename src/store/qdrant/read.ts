import type { Chunk, Document, PageRequest } from '../../types.ts';
import { referenceOf } from '../changes/in-version.ts';
import type { FilterNode } from '../filter/filter.ts';
import { areTooMany } from '../read/export-records.ts';
import { byText, inOrderOf } from '../read/orders.ts';
import type { ChunkPlace, ChunkRecord, ChunkVector, DocumentContent, DocumentRecord } from '../store.ts';
import type { StatsGroup, StatsOptions, StoreReads, SyncedDocument } from '../store.ts';
import { documentConditions } from './filters.ts';
import { equal, type StoredPoint, type Wanted } from './place.ts';
import { type ChunkPayload, type DocumentPayload, type DocumentRow, hashOf } from './points.ts';
import { recordOf, textOf, unpackContent, vectorIn } from './points.ts';
import type { CollectionState } from './collection-state.ts';
import type { Reading } from './readings.ts';
import { readStats } from './stats.ts';
import type { View } from './view.ts';

/** The look-ups of a store, each of the state that it is given. */
export class QdrantReads implements StoreReads {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  chunks(name: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.#byId(name, chunkIds, { wanted: () => asChunk, read: chunkOf });
  }

  places(name: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return this.#byId(name, chunkIds, { wanted: () => ({ with_payload: ['record'] }), read: placeOf });
  }

  vectors(name: string, chunkIds: readonly string[]): Promise<ChunkVector[]> {
    return this.#byId(name, chunkIds, {
      wanted: ({ vector }) => ({ with_payload: ['record'], with_vector: [vector] }),
      read: vectorOf,
    });
  }

  chunksOf(name: string, documentId: string): Promise<Chunk[]> {
    return this.#reading(name, async (view) => {
      const document = await view.document(documentId);
      if (!document) return [];
      const points = await view.all<ChunkPayload>(view.filter('chunk', equal('key', document.key)), asChunk);
      return points.map((point) => chunkOf(point, view.state)).sort(bySequence);
    });
  }

  documentsById(name: string, documentIds: readonly string[]): Promise<Document[]> {
    return this.#reading(name, async (view) =>
      (await view.documents(documentIds)).map((row) => documentOf(row, view.state)),
    );
  }

  documents(name: string, filter?: FilterNode, { versions, ...page }: PageRequest = {}): Promise<Document[]> {
    return this.#reading(name, async (view) => {
      const { limit = Infinity, offset = 0 } = page;
      const conditions = await documentConditions(view, { filter, versions });
      // The server has no order by text: the names come first, then the documents of the page.
      const named = await view.all<DocumentPayload>(view.filter('document', ...conditions), {
        with_payload: ['documentId', 'present', 'version', 'key'],
      });
      const payloads = named.map(({ payload }) => payload).sort(byName);
      const keys = payloads.slice(offset, offset + limit).map(({ key }) => key);
      const rows = new Map((await view.rows('key', keys)).map((row) => [row.key, row]));
      return keys.map((key) => documentOf(rows.get(key)!, view.state));
    });
  }

  content(name: string, documentId: string): Promise<DocumentContent | undefined> {
    return this.#reading(name, async (view) => {
      const document = await view.document(documentId);
      return document && contentIn(await view.bytes(document.key));
    });
  }

  async documentText(name: string, documentId: string): Promise<string | undefined> {
    return (await this.content(name, documentId))?.text;
  }

  stats(name: string, options: StatsOptions = {}): Promise<StatsGroup[]> {
    return this.#reading(name, (view) => readStats(view, options));
  }

  syncedDocuments(name: string, root: string): Promise<SyncedDocument[]> {
    return this.#reading(name, async (view) => {
      const synced = (await view.rowsOf(equal('root', root))).map(({ document, file }) => {
        const { documentId, sourceHash, settingsHash, format } = document;
        return { documentId, sourceHash, settingsHash, format, file: file! };
      });
      return synced.sort((a, b) => byText(a.file.path, b.file.path));
    });
  }

  #byId<Item extends { readonly chunkId: string }>(
    name: string,
    chunkIds: readonly string[],
    { wanted, read }: LookUp<Item>,
  ): Promise<Item[]> {
    return this.#reading(name, async (view) => {
      const points = await view.having<ChunkPayload>('chunk', ['id', chunkIds], wanted(view.state));
      const items = points.map((point) => read(point, view.state));
      return inOrderOf(chunkIds, items);
    });
  }
}

type StoredChunk = StoredPoint<ChunkPayload>;

interface LookUp<Item> {
  readonly wanted: (state: CollectionState) => Wanted;
  readonly read: (point: StoredChunk, state: CollectionState) => Item;
}

const asChunk = { with_payload: ['record', 'text', 'embeddedIn'] };
const bySequence = (a: Chunk, b: Chunk) => a.sequence - b.sequence;

function chunkOf(
  { payload }: Pick<StoredChunk, 'payload'>,
  { embeddingModel, embeddedAt: anew, embeddedUpTo }: CollectionState,
): Chunk {
  const { chunk } = recordOf(payload);
  const embeddedAt = (payload.embeddedIn <= embeddedUpTo && anew) || chunk.embeddedAt;
  return { ...chunk, embeddingModel, embeddedAt, content: textOf(payload)[0] };
}

function placeOf({ payload }: StoredChunk, { embeddingModel }: CollectionState): ChunkPlace {
  const { chunk } = recordOf(payload);
  const { chunkId, documentId, documentVersion, charStart, charEnd, contentHash, level } = chunk;
  const version = documentVersion === undefined ? {} : { documentVersion };
  return { chunkId, documentId, ...version, charStart, charEnd, contentHash, level, embeddingModel };
}

const vectorOf = ({ payload, vector }: StoredChunk, state: CollectionState): ChunkVector => ({
  chunkId: recordOf(payload).chunk.chunkId,
  vector: vectorIn(vector, state),
});

/** Records keep the model that a document came with; the collection's is the one that its vectors are of. */
const documentOf = ({ document }: DocumentRow, { embeddingModel }: CollectionState): Document => ({
  ...document,
  embeddingModel,
});

const contentIn = async (bytes: Uint8Array | undefined): Promise<DocumentContent> =>
  bytes ? unpackContent(bytes) : { text: '', pages: [], sections: [] };

/** By document id, the versions of one side by side, the present one last. */
const byName = (a: DocumentPayload, b: DocumentPayload) =>
  byText(a.documentId, b.documentId) || Number(a.present) - Number(b.present) || a.version - b.version;

/** References to documents and their earlier versions, by reference. */
export async function referencesOf(view: View): Promise<string[]> {
  const references = (await view.rowsOf()).map(({ document, isPresent }) =>
    isPresent ? document.documentId : referenceOf(document),
  );
  return references.sort(byText);
}

/** Texts are small, originals may not be. */
const mostPartsAtOnce = 16;

/** Everything stored for these documents, unknown ones left out; `undefined` where that is too much at once. */
export async function readRecords(
  view: View,
  references: readonly string[],
): Promise<DocumentRecord[] | undefined> {
  const rows = await view.documents(references);
  if (areTooMany(rows.map(({ chunkCount }) => chunkCount))) return undefined;
  const keys = rows.map(({ key }) => key);
  const { vector: name } = view.state;
  const wanted = { with_payload: [...asChunk.with_payload, 'key', 'embedded'], with_vector: [name] };
  const points = await view.having<ChunkPayload>('chunk', ['key', keys], wanted);
  const contents = await view.bytesOf(keys, mostPartsAtOnce);
  const chunks = new Map<string, ChunkRecord[]>(keys.map((key) => [key, []]));
  for (const { payload, vector } of points) {
    const textHash = hashOf(payload, name);
    chunks.get(payload.key)!.push({
      chunk: chunkOf({ payload }, view.state),
      context: textOf(payload)[1],
      vector: vectorIn(vector, view.state),
      ...(textHash !== undefined && { textHash }),
    });
  }
  const records = rows.map(async (row) => ({
    document: documentOf(row, view.state),
    content: await contentIn(contents.get(row.key)),
    chunks: chunks.get(row.key)!.sort((a, b) => bySequence(a.chunk, b.chunk)),
  }));
  return Promise.all(records);
}
