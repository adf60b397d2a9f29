import { type ChunkingConfig, usualSizes } from '../../config/settings/chunking.ts';
import { ChunkingError } from '../../errors.ts';
import type { Embedder } from '../../embed/embedder.ts';

/**
 * What a chunk's own text may take of the embedding model's length. The rest is for title and headings, which are
 * embedded with it, and for the model's tokenizer, which cuts finer than the one that chunks are measured with.
 */
const contentShare = 0.75;

interface ChunkSizes {
  readonly chunkSize: number;
  readonly overlap: number;
  /** Of any chunk, whatever its method and level. */
  readonly mostTokens: number;
}

/**
 * Sizes in tokens that a model of `maxTokens` reads whole: smaller than configured where it is short-sighted.
 * @throws ChunkingError when a size that is given is more than the model reads.
 */
export function fitChunks(
  { chunkSize, overlap, ...rest }: Pick<ChunkingConfig, 'chunkSize' | 'overlap' | 'preset' | 'method'>,
  maxTokens: number,
): ChunkSizes {
  const mostTokens = Math.max(1, Math.floor(maxTokens * contentShare));
  if (chunkSize <= mostTokens) return { chunkSize, overlap, mostTokens };
  if (chunkSize > maxTokens && chunkSize !== usualSizes(rest).chunkSize) {
    throw new ChunkingError(`chunkSize is ${chunkSize} tokens; the embedding model reads ${maxTokens}`, {
      hint: `Give a chunkSize of at most ${mostTokens}, or choose a model that reads more.`,
      context: { chunkSize, maxTokens },
    });
  }
  return { chunkSize: mostTokens, overlap: Math.floor((overlap * mostTokens) / chunkSize), mostTokens };
}

/** The configured tokenizer as `openTokenizer` takes it; for `model` the embedding model's own, where that is known. */
export function nameOfTokenizer(
  { tokenizer }: Pick<ChunkingConfig, 'tokenizer'>,
  embedder: Pick<Embedder, 'tokenizer'>,
): string {
  return tokenizer === 'model' ? (embedder.tokenizer ?? 'cl100k_base') : tokenizer;
}
