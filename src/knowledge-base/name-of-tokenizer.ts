import type { ChunkingConfig } from '../config/chunking.ts';
import type { Embedder } from '../embed/embedder.ts';

/** The configured tokenizer as `openTokenizer` takes it; for `model` the embedding model's own, where that is known. */
export function nameOfTokenizer(
  { tokenizer }: Pick<ChunkingConfig, 'tokenizer'>,
  embedder: Pick<Embedder, 'tokenizer'>,
): string {
  return tokenizer === 'model' ? (embedder.tokenizer ?? 'cl100k_base') : tokenizer;
}
