import { contextWeight } from '../text/terms/bm25.ts';
import { keywordTerms } from '../text/terms/keyword-terms.ts';

/** The terms of a chunk as every store indexes them. */
export interface ChunkTerms {
  /** How often the chunk has each term; terms of its context count as often as BM25 says. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** The sum of the frequencies: the chunk's length in BM25. */
  readonly count: number;
}

/** The terms of a chunk with its context, as they are indexed. */
export function analyseChunk(context: string, content: string, language: string | undefined): ChunkTerms {
  const frequencies = new Map<string, number>();
  let count = 0;
  const add = (terms: readonly string[], times: number) => {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + times);
    count += times * terms.length;
  };
  add(keywordTerms(context, language), contextWeight);
  add(keywordTerms(content, language), 1);
  return { frequencies, count };
}
