import { type Chunk, type Document, levels, type PageRequest } from '../../types.ts';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import { referenceOf } from '../changes/in-version.ts';
import type { DocumentTexts, TextsOptions } from '../collection-model.ts';
import { resolveField } from '../filter/fields.ts';
import type { FilterNode, FilterValue } from '../filter/filter.ts';
import { largestFirst } from '../orders.ts';
import type {
  ChunkPlace,
  ChunkRecord,
  ChunkVector,
  DocumentContent,
  DocumentRecord,
  StatsGroup,
  StatsOptions,
  StoreReads,
  SyncedDocument,
} from '../store.ts';
import { type Condition, equal, type StoredPoint, type Vectors } from './connection.ts';
import { compileFilter } from './filters.ts';
import {
  type ChunkPayload,
  collectionFields,
  type DocumentPayload,
  type DocumentRow,
  hashOf,
  metadataKey,
  partsOf,
  textOf,
  type TypedValues,
  unpackContent,
  valuesOf,
} from './points.ts';
import type { CollectionState } from './registry.ts';
import type { View } from './view.ts';

/** Runs an action on one state of a collection. @throws CollectionNotFoundError */
export type Reading = <Result>(
  collection: string,
  action: (view: View) => Promise<Result>,
) => Promise<Result>;

/** The look-ups of a store, each of the state that it is given. */
export class QdrantReads implements StoreReads {
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  chunks(name: string, chunkIds: readonly string[]): Promise<Chunk[]> {
    return this.#reading(name, async (view) => {
      const points = await view.having<ChunkPayload>('chunk', ['id', chunkIds], asChunk);
      return inOrderOf(
        chunkIds,
        points.map(({ payload }) => chunkOf(payload, view.state)),
      );
    });
  }

  places(name: string, chunkIds: readonly string[]): Promise<ChunkPlace[]> {
    return this.#reading(name, async (view) => {
      const wanted = { with_payload: ['record'] };
      const points = await view.having<ChunkPayload>('chunk', ['id', chunkIds], wanted);
      const { embeddingModel } = view.state;
      const places = points.map(({ payload }): ChunkPlace => {
        const { chunkId, documentId, documentVersion, charStart, charEnd, contentHash, level } =
          partsOf(payload).chunk;
        const version = documentVersion === undefined ? {} : { documentVersion };
        return { chunkId, documentId, ...version, charStart, charEnd, contentHash, level, embeddingModel };
      });
      return inOrderOf(chunkIds, places);
    });
  }

  vectors(name: string, chunkIds: readonly string[]): Promise<ChunkVector[]> {
    return this.#reading(name, async (view) => {
      const wanted = { with_payload: ['record'], with_vector: [view.state.vector] };
      const points = await view.having<ChunkPayload>('chunk', ['id', chunkIds], wanted);
      const vectors = points.map(({ payload, vector }) => ({
        chunkId: partsOf(payload).chunk.chunkId,
        vector: vectorIn(vector, view.state),
      }));
      return inOrderOf(chunkIds, vectors);
    });
  }

  chunksOf(name: string, documentId: string): Promise<Chunk[]> {
    return this.#reading(name, async (view) => {
      const document = await view.document(documentId);
      return document ? chunksUnder(view, document.key) : [];
    });
  }

  neighbours(name: string, chunkId: string, distance: number): Promise<Chunk[]> {
    return this.#reading(name, async (view) => {
      const wanted = { with_payload: ['key', 'level', 'sequence'] };
      const [middle] = await view.having<ChunkPayload>('chunk', ['id', [chunkId]], wanted);
      if (!middle) return [];
      const { key, level, sequence } = middle.payload;
      // Those of the same level, in the order of the document, one way or the other.
      const side = async (range: object, direction: 'asc' | 'desc', limit: number): Promise<Chunk[]> => {
        if (limit === 0) return [];
        const inside: Condition[] = [equal('key', key), equal('level', level), { key: 'sequence', range }];
        const { points } = await view.send<{ readonly points: StoredPoint<ChunkPayload>[] }>('scrollPoints', {
          filter: view.filter('chunk', ...inside),
          limit,
          order_by: { key: 'sequence', direction },
          ...asChunk,
        });
        return points.map(({ payload }) => chunkOf(payload, view.state));
      };
      const sides = [side({ lt: sequence }, 'desc', distance), side({ gte: sequence }, 'asc', distance + 1)];
      return (await Promise.all(sides)).flat().sort(bySequence);
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
      // The server has no order by text: the names come first, then the documents of the page.
      const named = await view.all<DocumentPayload>(await documentFilter(view, { filter, versions }), {
        with_payload: ['documentId', 'present', 'f.version', 'key'],
      });
      const keys = named
        .sort(byName)
        .map(({ payload }) => payload.key)
        .slice(offset, offset + limit);
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
      return synced.sort((a, b) => Buffer.compare(Buffer.from(a.file.path), Buffer.from(b.file.path)));
    });
  }
}

const asChunk = { with_payload: ['record', 'text', 'embeddedIn'] };
const bySequence = (a: Chunk, b: Chunk) => a.sequence - b.sequence;

function chunkOf(
  payload: Pick<ChunkPayload, 'record' | 'text' | 'embeddedIn'>,
  { embeddingModel, embeddedAt: anew, embeddedUpTo }: CollectionState,
): Chunk {
  const { chunk } = partsOf(payload);
  const embeddedAt = (payload.embeddedIn <= embeddedUpTo && anew) || chunk.embeddedAt;
  return { ...chunk, embeddingModel, embeddedAt, content: textOf(payload)[0] };
}

/** Records keep the model that a document came with; the collection's is the one that its vectors are of. */
const documentOf = ({ document }: DocumentRow, { embeddingModel }: CollectionState): Document => ({
  ...document,
  embeddingModel,
});

function inOrderOf<Item extends { readonly chunkId: string }>(
  chunkIds: readonly string[],
  items: readonly Item[],
): Item[] {
  const known = new Map(items.map((item) => [item.chunkId, item]));
  return chunkIds.flatMap((chunkId) => known.get(chunkId) ?? []);
}

/** Zeros where there is none: the server has none of what no search finds. */
export function vectorIn(
  vectors: Vectors | null | undefined,
  { vector: name, dimensions }: CollectionState,
): Float32Array {
  const numbers = vectors?.[name] as number[] | undefined;
  return numbers ? Float32Array.from(numbers) : new Float32Array(dimensions);
}

async function chunksUnder(view: View, key: string): Promise<Chunk[]> {
  const points = await view.all<ChunkPayload>(view.filter('chunk', equal('key', key)), asChunk);
  return points.map(({ payload }) => chunkOf(payload, view.state)).sort(bySequence);
}

async function contentIn(bytes: Uint8Array | undefined): Promise<DocumentContent> {
  return bytes ? unpackContent(bytes) : { text: '', pages: [], sections: [] };
}

/** By document id, the versions of one side by side, the present one last. */
const byName = ({ payload: a }: StoredPoint<DocumentPayload>, { payload: b }: StoredPoint<DocumentPayload>) =>
  Buffer.compare(Buffer.from(a.documentId), Buffer.from(b.documentId)) ||
  Number(a.present) - Number(b.present) ||
  numberIn(a, 'version') - numberIn(b, 'version');

/** The number that a field has. */
const numberIn = ({ f }: Pick<DocumentPayload, 'f'>, field: string): number => Number(f[field]?.n?.[0] ?? 0);

/** The documents that match a filter, of the wanted versions. */
async function documentFilter(view: View, { filter, versions }: Pick<StatsOptions, 'filter' | 'versions'>) {
  const compiled = filter && (await compileFilter(filter, { view, rows: 'documents' }));
  return view.filter('document', ...(compiled ? [compiled] : []), ...(await view.versions(versions)));
}

/** References to documents and their earlier versions, by reference. */
export async function referencesOf(view: View): Promise<string[]> {
  const references = (await view.rowsOf()).map(({ document, isPresent }) =>
    isPresent ? document.documentId : referenceOf(document),
  );
  return references.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Of documents that are read together; one may have more. */
const mostChunks = 512;
/** Texts are small, originals may not be. */
const mostPartsAtOnce = 16;

/**
 * Everything stored for the first of these documents, for as many as the memory well holds, and how many references that were; unknown
 * ones are left out.
 */
export async function readRecords(
  view: View,
  references: readonly string[],
): Promise<{ records: DocumentRecord[]; read: number }> {
  const rows = await view.documents(references);
  const chunkCount = rows.reduce((sum, row) => sum + row.chunkCount, 0);
  if (chunkCount > mostChunks && references.length > 1)
    return readRecords(view, references.slice(0, references.length / 2));
  const keys = rows.map(({ key }) => key);
  const { vector: name } = view.state;
  const points = await view.having<ChunkPayload>('chunk', ['key', keys], {
    with_payload: [...asChunk.with_payload, 'key', 'embedded'],
    with_vector: [name],
  });
  const contents = await view.bytesOf(keys, mostPartsAtOnce);
  const chunks = new Map<string, ChunkRecord[]>(keys.map((key) => [key, []]));
  for (const { payload, vector } of points) {
    const textHash = hashOf(payload, name);
    chunks.get(payload.key)!.push({
      chunk: chunkOf(payload, view.state),
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
  return { records: await Promise.all(records), read: references.length };
}

/** Ids of at most `limit` present documents in random order, the same for the same seed. */
export async function sampleDocuments(
  view: View,
  { limit, seed }: Pick<TextsOptions, 'limit' | 'seed'>,
): Promise<string[]> {
  const filter = view.filter('document', equal('present', true));
  const points = await view.all<DocumentPayload>(filter, { with_payload: ['documentId'] });
  const ids = points.map(({ payload }) => payload.documentId);
  ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return shuffle(ids, createRandom(seed)).slice(0, limit);
}

/** `undefined` for a document that has gone. */
export async function readTexts(view: View, documentId: string): Promise<DocumentTexts | undefined> {
  const row = await view.document(documentId);
  if (!row) return undefined;
  const passages = (await chunksUnder(view, row.key)).filter(({ level }) => level >= levels.passage);
  return {
    title: row.document.title,
    chunks: passages.map(({ headingPath, content }) => ({ heading: headingPath.at(-1), content })),
  };
}

/**
 * The total over the documents that match, then the groups, largest first. A document with several values (tags) counts in
 * each of their groups. By a field of chunks, a group has the chunks with that value, their tokens, and the documents
 * that they are from.
 */
async function readStats(view: View, { groupBy, ...options }: StatsOptions): Promise<StatsGroup[]> {
  const { name: collection, embeddingModel } = view.state;
  const field = groupBy === undefined ? undefined : resolveField(groupBy);
  const key = field && (field.level === 'metadata' ? metadataKey(field.name) : field.name);
  const fields = ['f.chunkCount', 'f.totalTokens', 'f.bytes', ...(key === undefined ? [] : [`f.${key}`])];
  const filter = await documentFilter(view, options);
  const documents = await view.all<DocumentPayload>(filter, { with_payload: ['key', ...fields] });
  const [total, groups] = [new Groups(), new Groups()];
  for (const { payload } of documents) {
    const [chunks, tokens, bytes] = [
      numberIn(payload, 'chunkCount'),
      numberIn(payload, 'totalTokens'),
      numberIn(payload, 'bytes'),
    ];
    const sums = { documents: 1, chunks, tokens, bytes };
    total.add([undefined], sums);
    if (!field || field.level === 'chunk') continue;
    const constants: Readonly<Record<string, string>> = { collection, embeddingModel };
    groups.add(collectionFields.has(key!) ? [constants[key!]] : valuesIn(payload.f[key!]), sums);
  }
  if (field?.level === 'chunk') await addChunks(view, { groups, documents, name: field.name });
  return [
    ...total.list({ documents: 0, chunks: 0, tokens: 0, bytes: 0 }),
    ...groups.list().sort(largestFirst),
  ];
}

interface Grouped {
  readonly groups: Groups;
  readonly documents: readonly StoredPoint<DocumentPayload>[];
  /** Of a field of chunks. */
  readonly name: string;
}

async function addChunks(view: View, { groups, documents, name }: Grouped): Promise<void> {
  const bytes = new Map(documents.map(({ payload }) => [payload.key, numberIn(payload, 'bytes')]));
  const with_payload = ['key', 'f.tokenCount', name === 'content' ? 'text' : `f.${name}`];
  const seen = new Set<string>();
  for await (const page of view.pagesHaving<ChunkPayload>('chunk', ['key', [...bytes.keys()]], {
    with_payload,
  })) {
    for (const { payload } of page) {
      for (const value of name === 'content' ? [textOf(payload)[0]] : valuesIn(payload.f[name])) {
        const place = JSON.stringify([payload.key, value]);
        const ofDocument = seen.has(place) ? undefined : { documents: 1, bytes: bytes.get(payload.key)! };
        seen.add(place);
        const tokens = numberIn(payload, 'tokenCount');
        groups.add([value], { documents: 0, bytes: 0, ...ofDocument, chunks: 1, tokens });
      }
    }
  }
}

/** Each value once; `undefined` where there is none. */
function valuesIn(values: TypedValues | undefined): ReadonlySet<FilterValue | undefined> {
  const given = values ? valuesOf(values) : [];
  return new Set(given.length === 0 ? [undefined] : given);
}

type Sums = Omit<StatsGroup, 'value'>;

class Groups {
  private readonly sums = new Map<FilterValue | undefined, Sums>();

  add(values: Iterable<FilterValue | undefined>, { documents, chunks, tokens, bytes }: Sums): void {
    for (const value of values) {
      const sums = this.sums.get(value);
      this.sums.set(value, {
        documents: documents + (sums?.documents ?? 0),
        chunks: chunks + (sums?.chunks ?? 0),
        tokens: tokens + (sums?.tokens ?? 0),
        bytes: bytes + (sums?.bytes ?? 0),
      });
    }
  }

  /** @param none what there is where nothing was added */
  list(...none: StatsGroup[]): StatsGroup[] {
    const groups = [...this.sums].map(([value, sums]) => (value === undefined ? sums : { value, ...sums }));
    return groups.length === 0 ? none : groups;
  }
}
