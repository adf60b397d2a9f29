import type { Embedder } from '../../embed/embedder.ts';
import { EmbeddingError, EmbeddingModelMismatchError } from '../../errors.ts';
import type { Collection } from '../../types.ts';
import { movedTowards, raisedWeight } from './feedback.ts';
import { BestHits, type LegResult, type SearchHit, type LegRun, scopeOf, type Within } from './legs.ts';
import type { EmbeddedCollection, RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';

/** Nothing failed: the model has nothing to search by. */
export class UnknownWordsError extends EmbeddingError {}

/** `query` is what is searched for: the query, or a passage. */
interface VectorRun extends LegRun {
  /** As what it is embedded; `query` unless given. */
  readonly role?: 'query' | 'passage';
}

/**
 * The chunks that are nearest to the query, over all collections, each by its own model.
 * @throws EmbeddingModelMismatchError; EmbeddingError when the model fails; UnknownWordsError when it knows no word of the query.
 */
export async function searchVectors(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: VectorRun,
): Promise<LegResult> {
  const limit = request.candidates.vector;
  const vectorOf = (embedder: Embedder) => embed(run, request, embedder);
  let embedders: readonly Embedder[] = [];
  await run.clock.run(
    'embed',
    async () => {
      embedders = await Promise.all(run.collections.map(parts.embedderFor));
      await Promise.all(embedders.map(vectorOf));
    },
    () => 1,
  );
  const nearest = searchBy(parts, request, (_collection, embedder) => vectorOf(embedder));
  const hits = await run.clock.run('vector', () => bestOf(run.collections, nearest, limit), countOf);
  const vectorWeights = embedders.map((embedder) => embedder.vectorWeight?.(run.query));
  return {
    hits,
    vectorWeights,
    scoresOf: (collection, among) => nearest(collection, { limit: among.length, among }),
    searchTowards: async (best) => {
      const moved = searchBy(parts, request, async (collection, embedder) => {
        const ids = best.filter((chunk) => chunk.collection === collection).map(({ chunkId }) => chunkId);
        const found = await parts.store.vectors(collection, ids);
        const known = found.map(({ vector }) => vector);
        return movedTowards(await vectorOf(embedder), known);
      });
      const search = withCosines(moved, nearest);
      return {
        hits: await bestOf(run.collections, search, limit),
        vectorWeights: vectorWeights.map(raisedWeight),
        scoresOf: (collection, among) => search(collection, { limit: among.length, among }),
      };
    },
  };
}

/** What the first search finds, with the scores of the second as cosines. */
function withCosines(found: Search, scored: Search): Search {
  return async (collection, within) => {
    const hits = await found(collection, within);
    const among = hits.map(({ chunkId }) => chunkId);
    const scores = await scored(collection, { limit: among.length, among });
    const cosines = new Map(scores.map(({ chunkId, score }) => [chunkId, score]));
    return hits.map(({ collection: name, chunkId, score }) => ({
      collection: name,
      chunkId,
      score,
      cosine: cosines.get(chunkId),
    }));
  };
}

type Search = (collection: Collection, within: Within) => Promise<SearchHit[]>;

/** Searches a collection by the vector that it is given for it. */
function searchBy(
  parts: RetrieveParts,
  request: RetrieveRequest,
  vectorFor: (collection: string, embedder: Embedder) => Promise<Float32Array>,
): Search {
  return (collection, within) =>
    withItsModel(parts, collection, async (embedder) => {
      const { name } = collection;
      const scope = { ...scopeOf(request, name, within), embeddingModel: embedder.modelId };
      const found = await parts.store.searchVector(await vectorFor(name, embedder), scope);
      return found.map(({ chunkId, score }) => ({ collection: name, chunkId, score }));
    });
}

async function bestOf(
  collections: readonly Collection[],
  one: Search,
  limit: number,
): Promise<readonly SearchHit[]> {
  const best = new BestHits(limit);
  const within = { limit, atLeast: () => best.least };
  await Promise.all(collections.map(async (collection) => best.add(await one(collection, within))));
  return best.hits;
}

const countOf = (hits: readonly unknown[]) => hits.length;

/** The vector of what is searched for. An embedder of the user's own may give anything. */
async function embed(
  { query, role = 'query' }: VectorRun,
  { signal }: RetrieveRequest,
  embedder: Embedder,
): Promise<Float32Array> {
  const context = { model: embedder.modelId };
  const [vector] = await embedder.embed([query], { role, signal });
  if (!vector?.every(Number.isFinite)) {
    throw new EmbeddingError(`${embedder.modelId} gave no vector of finite numbers`, {
      hint: 'The model or its weights are damaged, or it ran in a precision that overflowed.',
      context,
    });
  }
  if (vector.some((value) => value !== 0)) return vector;
  if (embedder.vectorWeight?.(query) === 0) {
    throw new UnknownWordsError(`The ${role} has no word that the embedding model knows`, {
      hint: 'Ask in other words, or search by keyword.',
      context,
    });
  }
  throw new EmbeddingError(`${embedder.modelId} gave a vector of zeros`, { context });
}

/** A collection is not embedded anew more often during one search. */
const mostTries = 3;

/** Searches with the collection's embedder, and again when the collection has been embedded anew since it was read. */
async function withItsModel<Result>(
  { store, embedderFor }: RetrieveParts,
  collection: EmbeddedCollection,
  run: (embedder: Embedder) => Promise<Result>,
): Promise<Result> {
  let current = collection;
  for (let tries = 1; ; tries += 1) {
    try {
      return await run(await embedderFor(current));
    } catch (error) {
      if (!(error instanceof EmbeddingModelMismatchError) || tries === mostTries) throw error;
      current = (await store.collectionSpec(collection.name)) ?? current;
    }
  }
}
