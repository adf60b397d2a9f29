import type { EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import { slices } from '../../util/lists/slices.ts';
import { inRequests } from './changes.ts';
import { isMissing } from './connection.ts';
import { anyOf, equal } from './place.ts';
import { type ChunkPayload, hashOf, pointId, vectorIn } from './points.ts';
import type { CollectionState } from './collection-state.ts';
import type { Registry } from './registry.ts';

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
export function openEmbeddingCache(registry: Registry): EmbeddingCache {
  const cache = keptPoints(registry, 'pending');
  return {
    async get(keys) {
      const waiting = await cache.get(keys.map(pendingId));
      const stored = await storedVectors(registry, keys);
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

const decoded = (value: string | undefined): Float32Array | undefined =>
  value === undefined ? undefined : new Float32Array(Uint8Array.from(Buffer.from(value, 'base64')).buffer);

/** By the ids of what would wait for them; of chunks that no reader sees as well. */
async function storedVectors(
  registry: Registry,
  keys: readonly EmbeddingKey[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  const passages = keys.filter(({ role }) => role === 'passage');
  for (const state of passages.length === 0 ? [] : await registry.list()) {
    const { embeddingModel: modelId, dimensions, vector: name } = state;
    const its = passages.filter((key) => key.modelId === modelId && key.dimensions === dimensions);
    for (const some of slices(its, pointsPerRequest)) {
      const embedded = some.map(({ hash }) => `${name}:${hash}`);
      const filter = { must: [equal('kind', 'chunk'), anyOf('embedded', embedded)] };
      const wanted = { with_payload: ['embedded'], with_vector: [name] };
      const points = registry.placeAt(state.place).all<ChunkPayload>(filter, wanted);
      // A collection may go while others are looked at.
      const there = await points.catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const { payload, vector } of there) {
        const hash = hashOf(payload, name)!;
        found.set(pendingId({ hash, modelId, dimensions, role: 'passage' }), vectorIn(vector, state));
      }
    }
  }
  return found;
}

/** Vectors that wait for no document any more. */
export async function forgetPending(
  registry: Registry,
  { embeddingModel: modelId, dimensions }: Pick<CollectionState, 'embeddingModel' | 'dimensions'>,
  texts: readonly { readonly textHash?: string | undefined }[],
): Promise<void> {
  const ids = texts.flatMap(({ textHash: hash }) =>
    hash === undefined ? [] : pendingId({ hash, modelId, dimensions, role: 'passage' }),
  );
  for (const points of slices(ids, pointsPerRequest)) await registry.place.remove({ points });
}

const replyId = (hash: string) => pointId('reply', hash);

/** What language models wrote, by the hash of what they were asked. */
export function openReplyCache(registry: Registry): ReplyCache {
  const cache = keptPoints(registry, 'reply');
  return {
    async get(hashes) {
      const found = await cache.get(hashes.map(replyId));
      return found.map((value) => (value === undefined ? undefined : (JSON.parse(value) as string)));
    },
    set: (replies) => cache.set(replies.map(({ hash, text }) => [replyId(hash), JSON.stringify(text)])),
  };
}

/** Values by the ids of their points, for some time. */
function keptPoints({ place }: Registry, kind: Kind) {
  let isSwept = false;
  return {
    /** In the order of the ids. */
    async get(ids: readonly string[]): Promise<(string | undefined)[]> {
      const values = new Map<string, string>();
      for (const some of slices([...new Set(ids)], pointsPerRequest)) {
        const points = await place.byId<KeptPayload>(some);
        for (const { id, payload } of points) values.set(id, payload.value);
      }
      return ids.map((id) => values.get(id));
    },
    async set(entries: readonly (readonly [id: string, value: string])[]): Promise<void> {
      const keptAt = Date.now();
      const points = entries.map(([id, value]) => ({ id, payload: { kind, keptAt, value }, vector: {} }));
      for await (const some of inRequests(points)) await place.put(some, 'strong');
      if (isSwept) return;
      isSwept = true;
      const isOld = { key: 'keptAt', range: { lt: keptAt - longest[kind] } };
      await place.remove({ filter: { must: [equal('kind', kind), isOld] } });
    },
  };
}
