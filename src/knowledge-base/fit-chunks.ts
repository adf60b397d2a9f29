/**
 * What a chunk's own text may take of the embedding model's length. The rest is for title and headings, which are
 * embedded with it, and for the model's tokenizer, which cuts finer than the one that chunks are measured with.
 */
const contentShare = 0.75;

interface ChunkSizes {
  readonly chunkSize: number;
  readonly overlap: number;
}

/** Sizes in tokens that a model of `maxTokens` reads whole: smaller than configured where it is short-sighted. */
export function fitChunks({ chunkSize, overlap }: ChunkSizes, maxTokens: number): ChunkSizes {
  const most = Math.max(1, Math.floor(maxTokens * contentShare));
  if (chunkSize <= most) return { chunkSize, overlap };
  return { chunkSize: most, overlap: Math.floor((overlap * most) / chunkSize) };
}
