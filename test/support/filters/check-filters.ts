/** What a retrieval with a filter must find: the full ranking without it, restricted to what matches. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { parseConfig } from '../../../src/config/config.ts';
import type { Embedder } from '../../../src/embed/embedder.ts';
import { buildRetrieveRequest } from '../../../src/knowledge-base/search/query.ts';
import type { RetrieveOptions } from '../../../src/knowledge-base/search/retrieve-options.ts';
import type { FoundChunk } from '../../../src/retrieve/candidate.ts';
import { fuse, type LegHit } from '../../../src/retrieve/combine/fuse.ts';
import { retrieve } from '../../../src/retrieve/retrieve.ts';
import type { Hit, VersionChoice } from '../../../src/types.ts';
import { spec, unitVector } from '../../contract/store/records.ts';
import { words } from './collection.ts';
import type { FilteredCollection, FullRanking } from './filtered-collection.ts';
import type { Restriction } from './naive-filter.ts';
import { anyRestriction } from './restriction.ts';

export interface FilterCase {
  readonly restriction: Restriction;
  readonly versions: VersionChoice | undefined;
  readonly query: string;
  readonly mode: 'vector' | 'keyword' | 'hybrid';
  readonly topK: number;
  /** Of `hybrid`: whether each search gives all that it has to the fusion, whose order is then known. */
  readonly isWide: boolean;
}

/** All that is found is read. */
const mostChunksOfWide = 1000;

/** Over a collection of so many chunks. */
export function anyCase(chunks: number): fc.Arbitrary<FilterCase> {
  return fc.record({
    restriction: anyRestriction(chunks),
    versions: fc.constantFrom(undefined, 1, 2, 'all' as const),
    query: fc.constantFrom(...words, 'silver meadow', 'otter copper walnut', 'zebra', 'zebra tunnel'),
    mode: fc.constantFrom('vector' as const, 'keyword' as const, 'hybrid' as const),
    topK: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 20)),
    isWide: chunks > mostChunksOfWide ? fc.constant(false) : fc.boolean(),
  });
}

/** @throws AssertionError where other chunks than the allowed ones are found, fewer, or in another order. */
export async function checkCase(
  collection: FilteredCollection,
  one: FilterCase,
  allowed: ReadonlySet<string>,
): Promise<void> {
  const full = await collection.rankingOf(one.query);
  const restrict = (list: readonly LegHit[]) => list.filter(({ chunkId }) => allowed.has(chunkId));
  const expected = { vector: restrict(full.vector), keyword: restrict(full.keyword) };
  const hits = await findHits(collection, one);
  const order = orderOf(one, expected);
  if (order !== undefined)
    assert.deepEqual(idsOf(hits.map(({ chunk }) => chunk)), idsOf(order.slice(0, one.topK)));
  else assert.equal(hits.length, Math.min(one.topK, allowed.size));
  expectScores(hits, expected);
}

/** Of chunks that match, best first; `undefined` where the fusion sees only the best of each search. */
function orderOf(
  { mode, isWide }: FilterCase,
  { vector, keyword }: FullRanking,
): readonly FoundChunk[] | undefined {
  if (mode === 'vector') return vector;
  if (mode === 'keyword') return keyword;
  return isWide ? fuse({ vector, keyword }, { method: 'minmax', vectorWeight: 0.5, k: 60 }) : undefined;
}

const embedder: Embedder = {
  modelId: spec.embeddingModel,
  dimensions: spec.dimensions,
  maxTokens: spec.maxTokens,
  embed: async (texts) => texts.map(unitVector),
};
const config = parseConfig({});
const all = { vector: 10_000, keyword: 10_000 };

async function findHits({ store }: FilteredCollection, one: FilterCase): Promise<readonly Hit[]> {
  const { restriction, versions, query, mode, topK, isWide } = one;
  const options = { ...(restriction as RetrieveOptions), versions, mode, topK, collection: spec.name };
  const asFound = { deduplicate: false, maxChunksPerDocument: 10_000 };
  const built = buildRetrieveRequest(query, { ...options, ...asFound }, config);
  const request = isWide && mode === 'hybrid' ? { ...built, candidates: all } : built;
  const parts = { store, embedderFor: async () => embedder, tokenizer: async () => ({ count: () => 1 }) };
  const { hits, warnings } = await retrieve(parts, request);
  assert.deepEqual(warnings, []);
  return hits;
}

/** Hits match, and have the scores that they have without the filter. */
function expectScores(hits: readonly Hit[], { vector, keyword }: FullRanking): void {
  const [cosines, bm25s] = [scoresOf(vector), scoresOf(keyword)];
  for (const { chunk, vectorScore, keywordScore } of hits) {
    assert(cosines.has(chunk.chunkId), `${chunk.chunkId} does not match`);
    if (vectorScore !== undefined) assert.equal(vectorScore, cosines.get(chunk.chunkId));
    if (keywordScore !== undefined) assert.equal(keywordScore, bm25s.get(chunk.chunkId));
  }
}

const scoresOf = (list: readonly LegHit[]) => new Map(list.map(({ chunkId, score }) => [chunkId, score]));
const idsOf = (found: readonly { readonly chunkId: string }[]) => found.map(({ chunkId }) => chunkId);
