import { inOrder } from './read/orders.ts';
import type { KeywordResult, KeywordTerm, ScoredChunk } from './store.ts';

type Phrase = readonly string[];

export interface PhraseQuery {
  readonly phrases: readonly Phrase[];
  /** What no BM25 of the query reaches. */
  readonly lift: number;
  readonly limit: number;
  /** The terms of the query beside its phrases. */
  readonly terms: readonly KeywordTerm[];
}

/**
 * Hits with the chunks first that have phrases of the query: for each phrase, a chunk's score is higher by `lift`. Each phrase
 * that a chunk has is a term of the result; where none has it, its quotation marks change nothing.
 *
 * @param having gives the chunks with a phrase, and their BM25
 */
export async function liftPhrases(
  hits: readonly ScoredChunk[],
  { phrases, lift, limit, terms }: PhraseQuery,
  having: (phrase: Phrase) => Promise<readonly ScoredChunk[]>,
): Promise<KeywordResult> {
  const lifted = new Map<string, number>();
  const found: KeywordTerm[] = [];
  for (const phrase of phrases) {
    const chunks = await having(phrase);
    if (chunks.length > 0) found.push({ term: `"${phrase.join(' ')}"`, weight: 1, idf: lift });
    for (const { chunkId, score } of chunks) lifted.set(chunkId, (lifted.get(chunkId) ?? score) + lift);
  }
  const others = hits.filter(({ chunkId }) => !lifted.has(chunkId));
  const all = [...[...lifted].map(([chunkId, score]) => ({ chunkId, score })), ...others];
  return { hits: inOrder(all, limit), terms: [...terms, ...found] };
}
