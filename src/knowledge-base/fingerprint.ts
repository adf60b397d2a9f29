import { createHash } from 'node:crypto';
import type { StoreReads } from '../store/store.ts';

/** Documents read at once. */
const pageSize = 2000;

/** The same for a collection with the same documents in the same states, and for no other: 64 hex digits. */
export async function fingerprintOf(
  store: StoreReads,
  collection: string,
  signal?: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  for (let offset = 0; ; offset += pageSize) {
    signal?.throwIfAborted();
    const documents = await store.documents(collection, undefined, { limit: pageSize, offset });
    for (const { documentId, version, sourceHash, title, chunkCount } of documents) {
      hash.update(JSON.stringify([documentId, version, sourceHash, title, chunkCount]));
    }
    if (documents.length < pageSize) return hash.digest('hex');
  }
}
