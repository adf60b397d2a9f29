import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAsset } from './assets.ts';
import type { Embedder, EmbedOptions } from './embedder.ts';
import { StaticTable } from './static-table.ts';
import { WordPiece } from './word-piece.ts';

const dimensions = 256;
/** The id changes with anything that changes a vector: vocabulary, weights, directions or the formula. */
const modelId = `pincite-static-${dimensions}-v1`;
/** Vectors are sums over tokens, so nothing is cut off; far above any chunk that makes sense. */
const maxTokens = 1_000_000;
/** Characters embedded before the event loop may turn: a few milliseconds of work. */
const charactersPerTurn = 50_000;

/**
 * The embedder inside the package: needs no download, key or network, and gives bit-identical vectors on
 * every machine. Queries and passages are treated alike. Time is linear in the length of the texts.
 *
 * @throws EmbeddingError when the package's files are missing.
 */
export async function openBuiltInEmbedder(): Promise<Embedder> {
  const [vocabulary, weights] = await Promise.all([
    readAsset('static-table/vocabulary.txt'),
    readAsset('static-table/weights.bin'),
  ]);
  const wordPiece = new WordPiece(vocabulary.toString('utf8').trimEnd().split('\n'));
  const table = new StaticTable(weights, dimensions);
  return {
    modelId,
    dimensions,
    maxTokens,
    async embed(texts, { signal }: EmbedOptions) {
      const vectors: Float32Array[] = [];
      let characters = 0;
      for (const text of texts) {
        signal?.throwIfAborted();
        vectors.push(table.embed(wordPiece.encode(text)));
        characters += text.length;
        if (characters < charactersPerTurn) continue;
        characters = 0;
        await nextTurn();
      }
      return vectors;
    },
  };
}
