import type { EmbeddingCache, EmbeddingKey } from '../../embed/embedding-cache.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { StoreScope } from './store-scope.ts';

/** Vectors that nobody else has put there, and nobody else finds. */
export function scopedEmbeddings(embeddings: EmbeddingCache, scope: StoreScope): EmbeddingCache {
  const keyIn = (key: EmbeddingKey): EmbeddingKey => ({ ...key, hash: scope.hashIn(key.hash) });
  return {
    get: (keys) => embeddings.get(keys.map(keyIn)),
    set: async (entries) => {
      scope.requireWrite('embeddings');
      await embeddings.set(entries.map(({ key, vector }) => ({ key: keyIn(key), vector })));
    },
  };
}

/** The same of what language models wrote. */
export function scopedReplies(replies: ReplyCache, scope: StoreScope): ReplyCache {
  return {
    get: (hashes) => replies.get(hashes.map((hash) => scope.hashIn(hash))),
    set: async (entries) => {
      scope.requireWrite('replies');
      await replies.set(entries.map(({ hash, text }) => ({ hash: scope.hashIn(hash), text })));
    },
  };
}
