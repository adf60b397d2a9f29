import type { Chunker, ChunkOptions } from '../../src/chunk/chunker.ts';
import { finishChunks } from '../../src/chunk/finish/finish.ts';
import { embedInBatches } from '../../src/embed/batches.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import type { Chunk, LoadedDocument } from '../../src/types.ts';

/** The chunks of all documents, ranked by the cosine of their vectors, one by one. */
export class ChunkIndex {
  readonly chunks: readonly Chunk[];
  readonly #vectors: readonly Float32Array[];
  readonly #embedder: Embedder;

  static async build(
    documents: ReadonlyMap<string, LoadedDocument>,
    { chunker, options, embedder }: { chunker: Chunker; options: ChunkOptions; embedder: Embedder },
  ): Promise<ChunkIndex> {
    const chunks: Chunk[] = [];
    const texts: string[] = [];
    for (const [documentId, document] of documents) {
      const finished = await finishChunks(document, await chunker.chunk(document, options), {
        documentId,
        chunkingMethod: chunker.name,
        tokenizer: options.tokenizer,
        embeddingModel: embedder.modelId,
        embeddedAt: new Date(0).toISOString(),
        metadata: {},
        title: documentId,
      });
      for (const { chunk, context } of finished) {
        chunks.push(chunk);
        texts.push(`${context}\n${chunk.content}`);
      }
    }
    return new ChunkIndex(chunks, await embedInBatches(embedder, texts, { role: 'passage' }), embedder);
  }

  private constructor(chunks: readonly Chunk[], vectors: readonly Float32Array[], embedder: Embedder) {
    this.chunks = chunks;
    this.#vectors = vectors;
    this.#embedder = embedder;
  }

  async search(query: string, k: number): Promise<Chunk[]> {
    const [vector] = await this.#embedder.embed([query], { role: 'query' });
    const scores = this.#vectors.map((other, index) => ({ index, score: dot(vector!, other) }));
    scores.sort((a, b) => b.score - a.score);
    return scores.slice(0, k).map(({ index }) => this.chunks[index]!);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}
