import type { CachedEmbedding, EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import type { CachedReply, ReplyCache } from '../../models/reply-cache.ts';
import { anyOf } from './conditions.ts';
import type { StoredPoint } from './connection.ts';
import { pointId } from './names.ts';
import { type ChunkPayload } from './points.ts';
import { vectorIn } from './read.ts';
import type { CollectionState, Registry } from './registry.ts';
import type { View } from './view.ts';

const day = 24 * 3_600_000;
/** How long what was paid for is kept, in milliseconds. */
const longest = { pending: 30 * day, reply: 365 * day } as const;
type Kind = keyof typeof longest;

const pointsPerRequest = 500;
/** A request may have 32 MB unless the server is told otherwise; a character may take four bytes. */
const charactersPerRequest = 6_000_000;

interface KeptPayload {
  readonly kind: Kind;
  readonly keptAt: number;
  /** A reply as JSON, or a vector as base64. */
  readonly value: string;
}

type Reading = <Result>(name: string, action: (view: View) => Promise<Result>) => Promise<Result>;

const replyId = (hash: string) => pointId('reply', hash);
const pendingId = ({ hash, modelId, dimensions, role }: EmbeddingKey) =>
  pointId('pending', hash, modelId, dimensions, role);

/** The vector of a text by its hash: that of a stored chunk with the same text, or one that waits for its document. */
export function openEmbeddingCache(registry: Registry, reading: Reading): EmbeddingCache {
  const cache = new KeptPoints(registry, 'pending');
  return {
    async get(keys) {
      const waiting = await cache.get(keys.map(pendingId));
      const stored = await storedVectors(registry, reading, keys);
      return keys.map((key, index) => stored.get(pendingId(key)) ?? decoded(waiting[index]));
    },
    set: (entries) => cache.set(entries.map((entry) => [pendingId(entry.key), encoded(entry)])),
  };
}

const encoded = ({ vector }: CachedEmbedding) =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

function decoded(value: string | undefined): Float32Array | undefined {
  if (value === undefined) return undefined;
  const bytes = Uint8Array.from(Buffer.from(value, 'base64'));
  return new Float32Array(bytes.buffer);
}

/** By the ids of what would wait for them. */
async function storedVectors(
  registry: Registry,
  reading: Reading,
  keys: readonly EmbeddingKey[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  const passages = keys.filter(({ role }) => role === 'passage');
  if (passages.length === 0) return found;
  for (const { name } of await registry.list()) {
    await reading(name, async (view) => {
      const its = passages.filter((key) => isOf(view.state, key));
      for (const [hash, vector] of await vectorsByHash(view, its)) {
        const { embeddingModel: modelId, dimensions } = view.state;
        found.set(pendingId({ hash, modelId, dimensions, role: 'passage' }), vector);
      }
    }).catch(ignoreRemoved);
  }
  return found;
}

/** A collection may go while others are looked at. */
function ignoreRemoved(error: unknown): void {
  if (!(error instanceof Error && error.name === 'CollectionNotFoundError')) throw error;
}

const isOf = ({ embeddingModel, dimensions }: CollectionState, key: EmbeddingKey) =>
  key.modelId === embeddingModel && key.dimensions === dimensions;

async function vectorsByHash(view: View, keys: readonly EmbeddingKey[]): Promise<Map<string, Float32Array>> {
  const { vector: name } = view.state;
  const found = new Map<string, Float32Array>();
  for (let start = 0; start < keys.length; start += pointsPerRequest) {
    const hashes = keys.slice(start, start + pointsPerRequest).map(({ hash }) => `${name}:${hash}`);
    const points = await view.all<Pick<ChunkPayload, 'hashes'>>(
      view.filter('chunk', anyOf('hashes', hashes)),
      {
        wanted: { payload: ['hashes'], vectors: [name] },
      },
    );
    for (const { payload, vector } of points) {
      const hash = payload.hashes.find((one) => one.startsWith(`${name}:`));
      if (hash !== undefined) found.set(hash.slice(name.length + 1), vectorIn(vector, view.state));
    }
  }
  return found;
}

/** Vectors that wait for no document any more. */
export async function forgetPending(
  registry: Registry,
  { embeddingModel: modelId, dimensions }: Pick<CollectionState, 'embeddingModel' | 'dimensions'>,
  hashes: readonly (string | undefined)[],
): Promise<void> {
  const given = hashes.filter((hash) => hash !== undefined);
  const ids = given.map((hash) => pendingId({ hash, modelId, dimensions, role: 'passage' }));
  for (let start = 0; start < ids.length; start += pointsPerRequest) {
    await registry.remove({ points: ids.slice(start, start + pointsPerRequest) });
  }
}

/** What language models wrote, by the hash of what they were asked. */
export function openReplyCache(registry: Registry): ReplyCache {
  const cache = new KeptPoints(registry, 'reply');
  return {
    async get(hashes) {
      const found = await cache.get(hashes.map(replyId));
      return found.map((value) => (value === undefined ? undefined : (JSON.parse(value) as string)));
    },
    set: (replies: readonly CachedReply[]) =>
      cache.set(replies.map(({ hash, text }) => [replyId(hash), JSON.stringify(text)])),
  };
}

interface KeptPoint {
  readonly id: string;
  readonly payload: KeptPayload;
}

/** As many at once as a request can carry. */
function* inRequests(points: readonly KeptPoint[]): Iterable<readonly KeptPoint[]> {
  let some: KeptPoint[] = [];
  let characters = 0;
  for (const point of points) {
    const { length } = point.payload.value;
    const isFull = some.length === pointsPerRequest || characters + length > charactersPerRequest;
    if (isFull && some.length > 0) {
      yield some;
      [some, characters] = [[], 0];
    }
    some.push(point);
    characters += length;
  }
  if (some.length > 0) yield some;
}

/** Values by the ids of their points, for some time. */
class KeptPoints {
  private readonly registry: Registry;
  private readonly kind: Kind;
  private isSwept = false;

  constructor(registry: Registry, kind: Kind) {
    this.registry = registry;
    this.kind = kind;
  }

  /** In the order of the ids. */
  async get(ids: readonly string[]): Promise<(string | undefined)[]> {
    const values = new Map<string, string>();
    for (let start = 0; start < ids.length; start += pointsPerRequest) {
      const some = [...new Set(ids.slice(start, start + pointsPerRequest))];
      const points: StoredPoint<KeptPayload>[] = await this.registry.retrieve(some);
      for (const { id, payload } of points) values.set(id, payload.value);
    }
    return ids.map((id) => values.get(id));
  }

  async set(entries: readonly (readonly [id: string, value: string])[]): Promise<void> {
    const { kind } = this;
    const keptAt = Date.now();
    const points = entries.map(([id, value]) => ({
      id,
      payload: { kind, keptAt, value } satisfies KeptPayload,
    }));
    for (const some of inRequests(points)) await this.registry.put(some);
    await this.sweepOnce(keptAt);
  }

  private async sweepOnce(now: number): Promise<void> {
    if (this.isSwept) return;
    this.isSwept = true;
    const isOld = { key: 'keptAt', range: { lt: now - longest[this.kind] } };
    await this.registry.remove({ filter: { must: [{ key: 'kind', match: { value: this.kind } }, isOld] } });
  }
}
