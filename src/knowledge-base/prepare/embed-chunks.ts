import type { FinishedChunk } from '../../chunk/finish/finish.ts';
import { embedInBatches, type BatchOptions } from '../../embed/batches.ts';
import type { Embedder } from '../../embed/embedder.ts';
import type { ChunkText, EmbeddedText } from '../../store/collection-model.ts';
import { sha256 } from '../../util/ids/hash.ts';

/** The vectors of the chunks of a document, in order. */
export interface EmbeddedChunks {
  readonly embedded: readonly EmbeddedText[];
  readonly embeddingMs: number;
}

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

/** Embeds the chunks of a document that has been cut. @throws as `embedInBatches` does. */
export async function embedCut(
  embedder: Embedder,
  { chunks }: { readonly chunks: readonly FinishedChunk[] },
  options: Omit<BatchOptions, 'role' | 'cachedAs'>,
): Promise<EmbeddedChunks> {
  const started = performance.now();
  const texts = chunks.map(({ chunk, context }) => ({ content: chunk.content, context }));
  const embedded = await embedChunks(embedder, texts, options);
  return { embedded, embeddingMs: performance.now() - started };
}
