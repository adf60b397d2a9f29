import { membersOf } from '../util/members-of.ts';
import { Recent } from '../util/recent.ts';
import type { Embedder } from './embedder.ts';

/** Half a megabyte of vectors of 256 numbers, six of 3,072. */
const mostQueries = 500;

/** The same model, which is not asked again for the vectors of the queries that came last. */
export function rememberQueries(embedder: Embedder): Embedder {
  const known = new Recent<Float32Array>(mostQueries);
  return {
    ...membersOf(embedder),
    async embed(texts, options) {
      if (options.role === 'passage') return embedder.embed(texts, options);
      const vectors = texts.map((text) => known.get(text));
      const missing = texts.filter((_, index) => vectors[index] === undefined);
      const embedded = missing.length === 0 ? [] : await embedder.embed(missing, options);
      for (const [index, text] of missing.entries()) {
        const vector = embedded[index];
        if (vector && isDirection(vector)) known.set(text, vector.slice());
      }
      const fresh = embedded.values();
      return vectors.map((vector) => vector?.slice() ?? fresh.next().value!);
    },
  };
}

/** Zeros and what is not finite may be the fault of a moment. */
const isDirection = (vector: Float32Array) =>
  vector.every(Number.isFinite) && vector.some((value) => value !== 0);
