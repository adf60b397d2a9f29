import type { Store } from '../store/store.ts';
import type { Document, Hit, RetrieveResponse, Source } from '../types.ts';
import { documentKeyOf } from './candidate.ts';
import type { RankedCandidate } from './select.ts';

const maxGroups = 5;
const maxHitsPerGroup = 3;

/** A document with its hits, best first. */
export interface DocumentHits {
  readonly document: Document;
  readonly hits: readonly Hit[];
}

/** Reads the documents of the hits; documents by their best hit, hits in their order. */
export async function readDocuments(
  store: Store,
  ranked: readonly RankedCandidate[],
): Promise<DocumentHits[]> {
  const byDocument = new Map<string, RankedCandidate[]>();
  for (const hit of ranked) {
    byDocument.set(documentKeyOf(hit), [...(byDocument.get(documentKeyOf(hit)) ?? []), hit]);
  }
  const documents = new Map<string, Document>();
  await Promise.all(
    [...new Set(ranked.map(({ collection }) => collection))].map(async (collection) => {
      const hits = ranked.filter((hit) => hit.collection === collection);
      const ids = [...new Set(hits.map(({ chunk }) => chunk.documentId))];
      for (const document of await store.documentsById(collection, ids)) {
        documents.set(`${collection}\n${document.documentId}`, document);
      }
    }),
  );
  return [...byDocument.values()].flatMap((hits) => {
    const { collection, chunk } = hits[0]!;
    const document = documents.get(`${collection}\n${chunk.documentId}`);
    return document ? [{ document, hits: hits.map(toHit) }] : [];
  });
}

/** A hit as it is returned: which collection it is from stands in its source's document. */
export function toHit(candidate: RankedCandidate): Hit {
  const { chunk, rank, relevanceScore, vectorScore, keywordScore, fusedScore, duplicates } = candidate;
  return { chunk, rank, relevanceScore, vectorScore, keywordScore, fusedScore, duplicates };
}

export function describeSource({ document, hits }: DocumentHits): Source {
  const scores = hits.map(({ relevanceScore }) => relevanceScore);
  return {
    document,
    chunkCount: hits.length,
    averageRelevance: scores.reduce((sum, score) => sum + score, 0) / scores.length,
    bestScore: Math.max(...scores),
  };
}

/** At most the best three hits of each of the best five documents. */
export function groupHits(documents: readonly DocumentHits[]): RetrieveResponse['groups'] {
  return documents
    .slice(0, maxGroups)
    .map(({ document, hits }) => ({ document, hits: hits.slice(0, maxHitsPerGroup) }));
}
