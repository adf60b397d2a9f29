import type { EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import { inRequests } from './changes.ts';
import { equal } from './connection.ts';
import { type ChunkPayload, hashOf, pointId } from './points.ts';
import { type Reading, vectorIn } from './read.ts';
import type { CollectionState, Registry } from './registry.ts';

const day = 24 * 3_600_000;
/** How long what was paid for is kept, in milliseconds. */
const longest = { pending: 30 * day, reply: 365 * day } as const;
type Kind = keyof typeof longest;

const pointsPerRequest = 500;

interface KeptPayload {
  readonly kind: Kind;
  readonly keptAt: number;
  /** A reply as JSON, or a vector as base64. */
  readonly value: string;
}

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
    async set(entries) {
      const encoded = entries.map(({ key, vector: { buffer, byteOffset, byteLength } }) => {
        return [pendingId(key), Buffer.from(buffer, byteOffset, byteLength).toString('base64')] as const;
      });
      await cache.set(encoded);
    },
  };
}

function decoded(value: string | undefined): Float32Array | undefined {
  return value === undefined
    ? undefined
    : new Float32Array(Uint8Array.from(Buffer.from(value, 'base64')).buffer);
}

/** By the ids of what would wait for them. */
async function storedVectors(
  registry: Registry,
  reading: Reading,
  keys: readonly EmbeddingKey[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  const hashes = keys.filter(({ role }) => role === 'passage');
  for (const { name } of hashes.length === 0 ? [] : await registry.list()) {
    const look = reading(name, async (view) => {
      const { embeddingModel: modelId, dimensions, vector: from } = view.state;
      const its = hashes.filter((key) => key.modelId === modelId && key.dimensions === dimensions);
      const embedded = its.map(({ hash }) => `${from}:${hash}`);
      const wanted = { with_payload: ['embedded'], with_vector: [from] };
      const points = await view.having<ChunkPayload>('chunk', ['embedded', embedded], wanted);
      for (const { payload, vector } of points) {
        const hash = hashOf(payload, from)!;
        found.set(pendingId({ hash, modelId, dimensions, role: 'passage' }), vectorIn(vector, view.state));
      }
    });
    // A collection may go while others are looked at.
    await look.catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'CollectionNotFoundError')) throw error;
    });
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

const replyId = (hash: string) => pointId('reply', hash);

/** What language models wrote, by the hash of what they were asked. */
export function openReplyCache(registry: Registry): ReplyCache {
  const cache = new KeptPoints(registry, 'reply');
  return {
    async get(hashes) {
      const found = await cache.get(hashes.map(replyId));
      return found.map((value) => (value === undefined ? undefined : (JSON.parse(value) as string)));
    },
    set: (replies) => cache.set(replies.map(({ hash, text }) => [replyId(hash), JSON.stringify(text)])),
  };
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
    const all = [...new Set(ids)];
    for (let start = 0; start < all.length; start += pointsPerRequest) {
      const points = await this.registry.retrieve<KeptPayload>(all.slice(start, start + pointsPerRequest));
      for (const { id, payload } of points) values.set(id, payload.value);
    }
    return ids.map((id) => values.get(id));
  }

  async set(entries: readonly (readonly [id: string, value: string])[]): Promise<void> {
    const { kind } = this;
    const keptAt = Date.now();
    const points = entries.map(([id, value]) => ({ id, payload: { kind, keptAt, value } }));
    for await (const some of inRequests(points)) await this.registry.put(some);
    if (this.isSwept) return;
    this.isSwept = true;
    const isOld = { key: 'keptAt', range: { lt: keptAt - longest[kind] } };
    await this.registry.remove({ filter: { must: [equal('kind', kind), isOld] } });
  }
}
