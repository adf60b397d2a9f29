import type { Document, Hit, RetrieveResponse, Source } from '../../types.ts';
import { documentKeyOf } from '../candidate.ts';

const maxGroups = 5;
const maxHitsPerGroup = 3;

/** A document with its hits, best first. */
export interface DocumentHits {
  readonly document: Document;
  readonly hits: readonly Hit[];
}

/** The documents of the hits, given by `documentKeyOf`: by their best hit, hits in their order. */
export function groupByDocument(
  documents: ReadonlyMap<string, Document>,
  ranked: readonly Hit[],
): DocumentHits[] {
  const byDocument = new Map<string, Hit[]>();
  for (const hit of ranked) {
    const key = documentKeyOf(hit);
    const hits = byDocument.get(key);
    if (hits) hits.push(hit);
    else byDocument.set(key, [hit]);
  }
  return [...byDocument].flatMap(([key, hits]) => {
    const document = documents.get(key);
    return document ? [{ document, hits }] : [];
  });
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
