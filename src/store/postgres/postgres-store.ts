/**
 * PostgreSQL with pgvector: the parts of the SQLite store as tables of a server (database/schema.ts).
 *
 * A change is planned in memory (../changes/plan.ts) and carried out in one transaction under an advisory lock of its collection
 * (database/connection.ts, write/write.ts). Filters are JSON paths over
 * `fields` (filter/). Keyword search reads postings in blocks (search/posting-blocks.ts) and scores them here (search/rank.ts), so that
 * ties fall as they do in SQLite. Statements that do not need each other's answers go out together. What regular expressions and regions leave is decided here, over the rows that the rest of the
 * scope allows (filter/scope.ts). A large collection gets an HNSW index in the background
 * (vectors/vector-index.ts). Each search decides (search/search-vector.ts): exact without an index, for named chunks, regions and patterns, and where
 * a filter leaves 2,000 chunks or fewer; else by the index, scored again in full, and exact after all where that finds too few.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddingCache } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Collection, CollectionAdaptation } from '../../types.ts';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import { exportRecords } from '../read/export-records.ts';
import { boundedRead, type BoundedReadOptions } from '../read/bounded-read.ts';
import { type ReembedRequest, requireModel, requireSameModel } from '../collection-model.ts';
import { analyseDocuments } from '../changes/analyse-documents.ts';
import type {
  ChangeCounts,
  CollectionSpec,
  DocumentRecord,
  ExportOptions,
  KeywordResult,
  MetadataUpdate,
  ScoredChunk,
  KeywordScope,
  Store,
  StoreChange,
  StoreReads,
  VectorScope,
  WriteOptions,
  WatchedOptions,
} from '../store.ts';
import { openEmbeddingCache, openReplyCache } from './caches.ts';
import * as collections from './collections.ts';
import { Database, type Session } from './database/connection.ts';
import { findDocument } from './documents.ts';
import { KnownCollections } from './known-collections.ts';
import { applyMetadata } from './write/metadata.ts';
import { removeAllPostings } from './search/posting-blocks.ts';
import { hasOtherTerms, reanalyse } from './search/reanalyse.ts';
import { PostgresReads, type PostgresReading } from './read/postgres-reads.ts';
import * as read from './read/read.ts';
import { closedFor, reembed } from './vectors/reembed.ts';
import { makeTables, requireOurTables, versionOf } from './database/schema.ts';
import { searchKeyword } from './search/search-keyword.ts';
import { searchVector } from './search/search-vector.ts';
import { dropVectorIndex, VectorIndexes } from './vectors/vector-index.ts';
import { applyChange, removeUnreferenced } from './write/write.ts';

/**
 * Opens the store in a PostgreSQL database with pgvector: `postgres://user:password@host:5432/database`, its tables in the
 * schema `pincite` or that of `?schema=<name>`. Any number of programs on any number of machines may use it.
 *
 * @throws ConfigError for another kind of URL, StoreError when the database cannot be used.
 */
export async function openPostgresStore(
  url: string,
  { create = true, beforeStatement }: WatchedOptions = {},
): Promise<Store> {
  const database = await Database.open(url, beforeStatement);
  try {
    await makeTables(database, { create });
  } catch (error) {
    await database.close();
    throw error;
  }
  return new PostgresStore(database);
}

type Row = collections.CollectionRow;

/** Each change is one transaction; of those of one collection, one runs at a time, whoever makes them. */
class PostgresStore extends PostgresReads implements Store {
  readonly specificationVersion = 1;
  readonly location: string;
  readonly embeddings: EmbeddingCache;
  readonly replies: ReplyCache;
  private readonly database: Database;
  private readonly known: KnownCollections;
  private readonly indexes: VectorIndexes;

  constructor(database: Database) {
    const known = new KnownCollections(database);
    super({ session: database, reading: (name, action) => known.reading(name, action) });
    this.location = database.location;
    this.database = database;
    this.known = known;
    this.indexes = new VectorIndexes(database);
    this.embeddings = openEmbeddingCache(database);
    this.replies = openReplyCache(database);
  }

  async health(): Promise<void> {
    requireOurTables(this.database, await versionOf(this.database));
  }

  async close(): Promise<void> {
    await this.indexes.close();
    await this.database.close();
  }

  collections(): Promise<Collection[]> {
    return collections.describeCollections(this.database);
  }

  async collection(name: string): Promise<Collection | undefined> {
    const [collection] = await collections.describeCollections(this.database, name);
    return collection;
  }

  async ensureCollection(spec: CollectionSpec, { signal }: WriteOptions = {}): Promise<Collection> {
    const stored = await this.collection(spec.name);
    if (!stored) {
      await this.database.writing(
        collections.lockOf(spec.name),
        (session) => collections.createCollection(session, spec),
        signal,
      );
      await this.indexes.makeFirst(await collections.requireCollection(this.database, spec.name));
    }
    return this.reading(spec.name, async (session, row) => {
      requireSameModel(row, spec);
      const [collection] = await collections.describeCollections(session, spec.name);
      return collection!;
    });
  }

  async collectionSpec(name: string): Promise<CollectionSpec | undefined> {
    const row = await collections.findCollection(this.database, name);
    if (!row) return undefined;
    const { embeddingModel, dimensions, maxTokens, adaptation } = row;
    return { name, embeddingModel, dimensions, maxTokens, adaptation };
  }

  async collectionModel(name: string): Promise<Uint8Array | undefined> {
    const { id } = await collections.requireCollection(this.database, name);
    const [row] = await this.database.all<{ model: Buffer | null }>(
      'SELECT model FROM pincite.collections WHERE id = $1',
      [id],
    );
    return row?.model ?? undefined;
  }

  async removeCollection(name: string, { signal }: WriteOptions = {}): Promise<void> {
    const removed = await this.writing(name, removeRow, signal);
    await dropVectorIndex(this.database, removed);
  }

  async write(name: string, change: StoreChange, { signal }: WriteOptions = {}): Promise<ChangeCounts> {
    const known = await this.withOurTerms(name, signal);
    const put = await analyseDocuments(known, change.put ?? [], signal);
    const apply = async (session: Session, row: Row) => {
      const waitMs = put.length > 0 ? await closedFor(session, row) : 0;
      return waitMs > 0 ? undefined : applyChange(session, row, { ...change, put });
    };
    for (;;) {
      const counts = await this.writing(name, apply, signal);
      if (counts) return counts;
      await sleep(20, undefined, { signal }).catch(() => undefined); // `writing` throws the reason
    }
  }

  updateMetadata(name: string, update: MetadataUpdate, { signal }: WriteOptions = {}): Promise<number> {
    return this.writing(name, (session, row) => applyMetadata(session, row, update), signal);
  }

  reembed(name: string, request: ReembedRequest): Promise<number> {
    return reembed(this.database, name, request);
  }

  async recordAdaptation(name: string, adaptation: CollectionAdaptation): Promise<void> {
    await this.writing(name, (session, { id }) =>
      session.all('UPDATE pincite.collections SET adaptation = $2 WHERE id = $1', [
        id,
        JSON.stringify(adaptation),
      ]),
    );
  }

  async searchVector(vector: Float32Array, scope: VectorScope): Promise<readonly ScoredChunk[]> {
    scope.signal?.throwIfAborted();
    const { found, collection } = await this.reading(
      scope.collection,
      async (session, row) => ({
        found: await searchVector(session, row, { vector, scope, index: this.database.index }),
        collection: row,
      }),
      scope.signal,
    );
    scope.signal?.throwIfAborted();
    if (collection.indexKind === null) this.indexes.makeWhenLarge(collection);
    return found;
  }

  async searchKeyword(query: string, scope: KeywordScope): Promise<KeywordResult> {
    for (;;) {
      scope.signal?.throwIfAborted();
      const found = await this.reading(
        scope.collection,
        async (session, row) =>
          hasOtherTerms(row) ? undefined : searchKeyword(session, row, { query, scope }),
        scope.signal,
      );
      scope.signal?.throwIfAborted();
      if (found) return found;
      await this.withOurTerms(scope.collection, scope.signal);
    }
  }

  read<Result>(
    action: (reads: StoreReads) => Promise<Result>,
    options?: BoundedReadOptions,
  ): Promise<Result> {
    return boundedRead(
      (over) =>
        this.database.reading(
          (session) => unlessAborted(action(new PostgresReads(joined(session, over))), over),
          options?.signal,
        ),
      options,
    );
  }

  original(name: string, documentId: string): Promise<Uint8Array | undefined> {
    return this.reading(name, async (session, { id }) => {
      const document = await findDocument(session, id, documentId);
      const [row] = await session.all<{ bytes: Buffer }>(
        'SELECT o.bytes FROM pincite.documents d JOIN pincite.originals o ON o.hash = d.original WHERE d.id = $1',
        [document?.id ?? null],
      );
      return row && new Uint8Array(row.bytes);
    });
  }

  async *export(name: string, { documentIds, signal }: ExportOptions = {}): AsyncIterable<DocumentRecord> {
    const { wanted, embeddingModel } = await this.reading(name, async (session, row) => ({
      wanted: documentIds ?? (await read.documentIdsOf(session, row)),
      embeddingModel: row.embeddingModel,
    }));
    const readSome = (session: Session, row: Row, references: readonly string[]) => {
      requireModel(row, embeddingModel);
      return read.readRecords(session, row, references);
    };
    yield* exportRecords(
      wanted,
      (some) => this.reading(name, (session, row) => readSome(session, row, some)),
      signal,
    );
  }

  /** @throws CollectionNotFoundError */
  private reading<Result>(
    name: string,
    action: (session: Session, row: Row) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.known.reading(name, action, signal);
  }

  /** @throws CollectionNotFoundError */
  private writing<Result>(
    name: string,
    action: (session: Session, row: Row) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.database.writing(
      collections.lockOf(name),
      async (session) => action(session, await collections.requireCollection(session, name)),
      signal,
    );
  }

  /** Gives the collection when its postings are of this program's analyser; after an update that changes it they are made anew. */
  private async withOurTerms(name: string, signal?: AbortSignal): Promise<Row> {
    const row = await collections.requireCollection(this.database, name);
    if (!hasOtherTerms(row)) return row;
    await this.writing(
      name,
      async (session, stored) => {
        if (hasOtherTerms(stored)) await reanalyse(session, stored);
      },
      signal,
    );
    return collections.requireCollection(this.database, name);
  }
}

/** Reads in the transaction of a session, none of whose statements follows when it is over. */
function joined(session: Session, over: AbortSignal): PostgresReading {
  const bounded: Session = {
    ...session,
    all: async (...statement) => {
      over.throwIfAborted();
      return session.all(...statement);
    },
  };
  const rows = new Map<string, Promise<Row>>();
  return {
    session: bounded,
    reading: async (name, action) => {
      const row = rows.get(name) ?? collections.requireCollection(bounded, name);
      rows.set(name, row);
      return action(bounded, await row);
    },
  };
}

/** Takes a collection away, and the originals that no other refers to; gives what it was. */
async function removeRow(session: Session, row: Row): Promise<Row> {
  const originals = await session.all<{ original: string }>(
    'SELECT DISTINCT original FROM pincite.documents WHERE collection_id = $1 AND original IS NOT NULL',
    [row.id],
  );
  await removeAllPostings(session, row.id);
  await session.all('DELETE FROM pincite.collections WHERE id = $1', [row.id]);
  await removeUnreferenced(
    session,
    originals.map(({ original }) => original),
  );
  return row;
}
