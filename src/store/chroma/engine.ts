import { setTimeout as sleep } from 'node:timers/promises';
import type { ChromaClient, Collection } from 'chromadb';
import { StoreError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import type { ChunkVector } from '../store.ts';
import type { ServerAddress } from './address.ts';
import { asStoreError, isAway, isMissing } from './engine-errors.ts';
import type { FlatMetadata } from './flat-metadata.ts';

/** A chunk as Chroma keeps it. */
export interface Point {
  readonly chunkId: string;
  readonly vector: Float32Array;
  readonly metadata: FlatMetadata;
}

/** What Chroma has of a collection. */
export interface Contents {
  readonly chunks: number;
  /** Empty while it has none. */
  readonly mark: string;
}

type Chroma = Pick<typeof import('chromadb'), 'ChromaClient' | 'AdminClient'>;

const chromaUse = { what: 'Chroma stores', install: 'npm install chromadb@3' };
/** Of candidates that the index looks at. */
export const searchWidth = 800;
/** Wider and denser than Chroma's usual index, which of some queries misses most of the nearest chunks. */
export const indexSettings = {
  space: 'cosine',
  ef_search: searchWidth,
  ef_construction: 200,
  max_neighbors: 32,
} as const;
const longestAnswerMs = 60_000;
const longestHeartbeatMs = 10_000;
const pauseMs = 200;
const pointsPerPage = 500;
const markKey = 'pincite';

/**
 * What a store asks of a Chroma server. Everything may be asked twice with the same result, and is, where the connection
 * broke: the server may have started anew.
 */
export class ChromaEngine {
  readonly location: string;
  private readonly chroma: Chroma;
  private readonly findServer: () => Promise<ServerAddress>;
  private client: ChromaClient | undefined;
  private readonly collections = new Map<string, Collection>();
  private failures = 0;

  private constructor(location: string, chroma: Chroma, findServer: () => Promise<ServerAddress>) {
    this.location = location;
    this.chroma = chroma;
    this.findServer = findServer;
  }

  /**
   * Asks the server nothing yet.
   * @param findServer called before the first request, and again where the server does not answer
   * @throws ConfigError when the client is not installed.
   */
  static async open(location: string, findServer: () => Promise<ServerAddress>): Promise<ChromaEngine> {
    const chroma = await importPeer<typeof import('chromadb')>('chromadb', chromaUse);
    return new ChromaEngine(location, chroma, findServer);
  }

  /** Another number after each failure: what answers then may be another server, or the same without what it had. */
  get connection(): number {
    return this.failures;
  }

  async health(): Promise<void> {
    await this.ask((client) => client.heartbeat(), longestHeartbeatMs);
  }

  /** How many points one request may bring. */
  async mostPoints(): Promise<number> {
    return this.ask((client) => client.getMaxBatchSize());
  }

  async upsert(collection: string, points: readonly Point[]): Promise<void> {
    const records = {
      ids: points.map(({ chunkId }) => chunkId),
      embeddings: points.map(({ vector }) => [...vector]),
      metadatas: points.map(({ metadata }) => metadata),
    };
    await this.askOf(collection, (stored) => stored.upsert(records));
  }

  /** Unknown ids are ignored. */
  async remove(collection: string, chunkIds: readonly string[]): Promise<void> {
    await this.askOf(collection, (stored) => stored.delete({ ids: [...chunkIds] }));
  }

  /** The ids of the nearest chunks as far as the index finds them, of deleted ones perhaps too. */
  async nearest(collection: string, vector: Float32Array, limit: number): Promise<string[]> {
    const request = { queryEmbeddings: [[...vector]], nResults: limit, include: [] };
    const { ids } = await this.askOf(collection, (stored) => stored.query(request));
    return ids[0] ?? [];
  }

  /** Has the collection bear a mark, which `contents` gives. */
  async mark(collection: string, mark: string): Promise<void> {
    await this.askOf(collection, (stored) => stored.modify({ metadata: { [markKey]: mark } }));
  }

  /** `undefined` where there is no such collection. */
  async contents(name: string): Promise<Contents | undefined> {
    return this.ask(async (client) => {
      const stored = await findCollection(client, name);
      if (!stored) return undefined;
      this.collections.set(name, stored);
      return { chunks: await stored.count(), mark: String(stored.metadata?.[markKey] ?? '') };
    });
  }

  async makeCollection(name: string): Promise<void> {
    await this.ask(async (client) => {
      this.collections.set(name, await makeCollection(client, name));
    });
  }

  /** Page by page. */
  async *vectors(collection: string): AsyncIterable<readonly ChunkVector[]> {
    for (let offset = 0; ; offset += pointsPerPage) {
      const page = { limit: pointsPerPage, offset, include: ['embeddings' as const] };
      const { ids, embeddings } = await this.askOf(collection, (stored) => stored.get(page));
      if (ids.length === 0) return;
      yield ids.map((chunkId, index) => ({ chunkId, vector: Float32Array.from(embeddings[index] ?? []) }));
    }
  }

  /** One that is not there is ignored. */
  async removeCollection(name: string): Promise<void> {
    this.collections.delete(name);
    await this.ask((client) =>
      client.deleteCollection({ name }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      }),
    );
  }

  /** Of a collection; a missing one is an error, since an empty one in its place would name too little. */
  private askOf<Result>(name: string, action: (stored: Collection) => Promise<Result>): Promise<Result> {
    return this.ask(async (client) => {
      const stored = this.collections.get(name) ?? (await client.getCollection({ name }));
      this.collections.set(name, stored);
      return action(stored);
    });
  }

  private async ask<Result>(
    action: (client: ChromaClient) => Promise<Result>,
    mostMs = longestAnswerMs,
  ): Promise<Result> {
    const attempt = async () => inTime(action(await this.connect()), mostMs);
    try {
      return await attempt().catch(async (error: unknown) => {
        this.forget();
        if (!isAway(error)) throw error;
        await sleep(pauseMs);
        return attempt();
      });
    } catch (error) {
      throw asStoreError(error, this.location);
    }
  }

  private async connect(): Promise<ChromaClient> {
    if (this.client) return this.client;
    const { token, ...server } = await this.findServer();
    const options = { ...server, ...(token !== undefined && { headers: headersOf(token) }) };
    await inTime(this.requireDatabase(options), longestHeartbeatMs);
    this.client = new this.chroma.ChromaClient(options);
    return this.client;
  }

  /** Of a database that is not there Chroma says that it is empty, and a heartbeat needs no token. */
  private async requireDatabase(options: Omit<ServerAddress, 'token'>): Promise<void> {
    const { tenant, database: name } = options;
    const found: unknown = await new this.chroma.AdminClient(options).getDatabase({ tenant, name });
    const isDatabase = typeof found === 'object' && found !== null && 'name' in found && found.name === name;
    if (isDatabase) return;
    throw new StoreError(`What answers in the store ${this.location} is no Chroma server.`, {
      hint: 'Check the host and port of `store`.',
      context: { location: this.location },
    });
  }

  /** After a failure nothing that was known of the server counts. */
  private forget(): void {
    this.failures += 1;
    this.client = undefined;
    this.collections.clear();
  }
}

/** As Chroma asks for the token, and as a proxy before it may. */
function headersOf(token: string): Record<string, string> {
  return { 'x-chroma-token': token, Authorization: `Bearer ${token}` };
}

function makeCollection(client: ChromaClient, name: string): Promise<Collection> {
  return client.getOrCreateCollection({
    name,
    configuration: { hnsw: indexSettings },
    embeddingFunction: null, // vectors come from us
  });
}

async function findCollection(client: ChromaClient, name: string): Promise<Collection | undefined> {
  try {
    return await client.getCollection({ name });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The client itself waits for ever. */
async function inTime<Result>(work: Promise<Result>, mostMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DOMException(`No answer within ${mostMs / 1_000} s`, 'TimeoutError'));
    timer = setTimeout(giveUp, mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
