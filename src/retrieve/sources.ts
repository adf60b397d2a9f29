import type { Store } from '../store/store.ts';
import type { Document, Hit, RetrieveResponse, Source } from '../types.ts';
import { documentKey, documentReference, placesOf } from '../util/document-key.ts';
import { documentKeyOf } from './candidate.ts';

const maxGroups = 5;
const maxHitsPerGroup = 3;

/** A document with its hits, best first. */
export interface DocumentHits {
  readonly document: Document;
  readonly hits: readonly Hit[];
}

/** Reads the documents of the hits; documents by their best hit, hits in their order. */
export async function readDocuments(store: Store, ranked: readonly Hit[]): Promise<DocumentHits[]> {
  const byDocument = new Map<string, Hit[]>();
  for (const hit of ranked) {
    byDocument.set(documentKeyOf(hit), [...(byDocument.get(documentKeyOf(hit)) ?? []), hit]);
  }
  const documents = new Map<string, Document>();
  await Promise.all(
    [...new Set(ranked.map(({ collection }) => collection))].map(async (collection) => {
      const hits = ranked.filter((hit) => hit.collection === collection);
      const ids = [...new Set(hits.map(({ chunk }) => documentReference(chunk)))];
      for (const document of await store.documentsById(collection, ids)) {
        for (const place of placesOf(document)) documents.set(documentKey(place), document);
      }
    }),
  );
  return [...byDocument.values()].flatMap((hits) => {
    const document = documents.get(documentKeyOf(hits[0]!));
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
