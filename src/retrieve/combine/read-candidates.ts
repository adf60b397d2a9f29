import { ByChunk, type Candidate } from '../candidate.ts';
import { readFound } from '../read/read-chunks.ts';
import type { Context, Retrieval } from '../retrieval.ts';
import { relevance } from './relevance.ts';
import type { Collection, Document } from '../../types.ts';
import { chunkIdOf, documentReference } from '../../util/ids/document-key.ts';
import type { RetrieveParts } from '../parts.ts';

/** Finds the places of the fused list's chunks and gives each its relevance. A chunk deleted meanwhile is left out. */
export async function readCandidates(
  { fused, legs, fusion, fusionBefore, collections, query }: Retrieval,
  { parts, signal }: Context,
): Promise<Candidate[]> {
  const { vectorWeight } = fusionBefore ?? fusion; // relevance is of the query itself
  const floorOf = async (one: Collection) =>
    [one.name, await cosineFloor(parts, one, { query, signal })] as const;
  const floors = new Map(legs.vector && (await Promise.all(collections.map(floorOf))));
  const places = await readFound(fused, (...wanted) => parts.store.places(...wanted), { signal });
  const coverages = ByChunk.of(legs.keyword, (hit) => [hit, hit.coverage]);
  const cosines = ByChunk.of(legs.vector, (hit) => [hit, hit.cosine ?? hit.score]);
  const candidates: Candidate[] = [];
  for (const found of fused) {
    const chunk = places.get(found);
    if (!chunk) continue;
    const { collection, keywordScore, fusedScore, boost } = found;
    const vectorScore = cosines.get(found);
    const of = {
      coverage: legs.keyword && (coverages.get(found) ?? 0),
      cosine: legs.vector && (vectorScore ?? 0),
      floor: floors.get(collection),
    };
    const relevanceScore = relevance(of, vectorWeight);
    candidates.push({
      collection,
      chunk,
      relevanceScore,
      vectorScore,
      keywordScore,
      fusedScore,
      boost,
      duplicates: [],
    });
  }
  return candidates;
}

/** Chunks that stand for all: enough for a mean, few enough to be read in a millisecond. */
const sampleSize = 64;
/** Counted beside the sample with a cosine of 0: a few chunks, perhaps the very hits, say little. */
const imagined = 8;

/**
 * What the query has in common with any chunk because of the model, not because of what they say: its mean cosine with a
 * sample of the collection's chunks, 0 or more, times the share of the query that the model does not know. So it is 0 for
 * words that the built-in model knows: chunks that are all like such a query are about it, as those of many versions of a
 * contract are. A model that says nothing of what it knows may hold all texts for alike. 0 where it cannot be told. The
 * sample is remembered while the collection has as many documents and chunks.
 */
export async function cosineFloor(
  parts: RetrieveParts,
  collection: Collection,
  { query, signal }: { readonly query: string; readonly signal: AbortSignal | undefined },
): Promise<number> {
  try {
    const embedder = await parts.embedderFor(collection);
    const unknownShare = 1 - (embedder.knownShare?.(query) ?? 0);
    if (unknownShare === 0) return 0;
    const [vector] = await embedder.embed([query], { role: 'query', signal });
    return unknownShare * Math.max(0, dot(vector!, await meanOf(parts, collection, signal)));
  } catch {
    return 0; // the search itself says what failed
  }
}

async function meanOf(
  { store, means }: RetrieveParts,
  collection: Collection,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const { name, createdAt, embeddingModel, dimensions, documentCount, chunkCount } = collection;
  const key = JSON.stringify([name, createdAt, embeddingModel, documentCount, chunkCount]);
  const known = means?.get(key);
  if (known) return known;
  signal?.throwIfAborted();
  const documents = await store.documents(name, undefined, { limit: sampleSize });
  const ids = documents.flatMap((document) => someChunks(document, Math.ceil(sampleSize / documents.length)));
  signal?.throwIfAborted();
  const sample = await store.vectors(name, ids);
  const mean = new Float32Array(dimensions);
  for (const { vector } of sample) {
    for (const [index, value] of vector.entries()) mean[index]! += value / (sample.length + imagined);
  }
  means?.set(key, mean);
  return mean;
}

/** Ids of some of its chunks, evenly spread; with and without its version, of which the store knows one. */
function someChunks({ documentId, version, chunkCount }: Document, most: number): string[] {
  const count = Math.min(most, chunkCount);
  const references = [documentId, documentReference({ documentId, documentVersion: version })];
  return Array.from({ length: count }, (_, index) => {
    const sequence = Math.floor(((index + 0.5) * chunkCount) / count);
    return references.map((reference) => chunkIdOf(reference, sequence));
  }).flat();
}

const dot = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);
