import { embedInBatches, type BatchOptions } from '../embed/batches.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { ChunkText, EmbeddedText } from '../store/collection-model.ts';
import { sha256 } from '../util/hash.ts';

/**
 * Vectors of chunks with what stands over them, in order; with the hash of what was sent to the model where the embedder's
 * vectors are worth finding again.
 * @throws as `embedInBatches` does.
 */
export async function embedChunks(
  embedder: Embedder,
  chunks: readonly Pick<ChunkText, 'content' | 'context'>[],
  options: Omit<BatchOptions, 'role' | 'cachedAs'>,
): Promise<EmbeddedText[]> {
  const texts = chunks.map(({ context, content }) => (context ? `${context}\n${content}` : content));
  const cachedAs = (await embedder.asSent?.(texts, options.signal)) ?? texts;
  const vectors = await embedInBatches(embedder, texts, { ...options, role: 'passage', cachedAs });
  return vectors.map((vector, index) =>
    embedder.cacheable ? { vector, textHash: sha256(cachedAs[index]!) } : { vector },
  );
}
