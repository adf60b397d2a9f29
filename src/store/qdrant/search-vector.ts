import { bestFirst } from '../orders.ts';
import { requireDimensions, requireModel } from '../collection-model.ts';
import type { ScoredChunk, VectorScope } from '../store.ts';
import type { FoundPoint } from './connection.ts';
import type { ChunkPayload } from './points.ts';
import type { QdrantPlace } from './address.ts';
import { scopeFilter } from './scope.ts';
import type { View } from './view.ts';

/** What ties with the last of the limit comes along, as far as that. */
const beyond = 16;

type Found = FoundPoint<Pick<ChunkPayload, 'id'>>;

/**
 * The nearest chunks within the scope: exactly in collections below `hnswFrom`, else as the server's graph has
 * them, and exactly again where it gives too few. Vectors are of unit length, so the inner product is the cosine.
 *
 * @throws EmbeddingDimensionError, EmbeddingModelMismatchError
 */
export async function searchVector(
  view: View,
  vector: Float32Array,
  scope: VectorScope,
): Promise<ScoredChunk[]> {
  const { state } = view;
  const { limit, signal } = scope;
  if (scope.embeddingModel !== undefined) requireModel(state, scope.embeddingModel);
  requireDimensions(state, vector);
  if (limit === 0 || vector.every((value) => value === 0)) return [];
  const filter = await scopeFilter(view, scope);
  const nearest = (most: number, params: object): Promise<Found[]> =>
    view.query({
      query: [...vector],
      using: state.vector,
      filter,
      limit: most,
      params,
      wanted: { payload: ['id'] },
      signal,
    });
  const exactly = { exact: true };
  const { place } = view.connection;
  if (state.totals.allChunks >= place.hnswFrom) {
    const found = await nearest(limit, graphParams(limit, place));
    if (found.length === limit) return inOrder(found, limit);
  }
  for (let most = limit + beyond; ; most *= 4) {
    const found = await nearest(most, exactly);
    const isCut = found.length === most && found.at(-1)!.score === found[limit - 1]!.score;
    if (!isCut) return inOrder(found, limit);
  }
}

/** The more of the graph is kept in view, the more is found, and the longer it takes. */
function graphParams(limit: number, { hnsw, isQuantized }: QdrantPlace): object {
  const hnsw_ef = Math.max(hnsw.efSearch, 2 * limit);
  return isQuantized ? { hnsw_ef, quantization: { rescore: true, oversampling: 2 } } : { hnsw_ef };
}

function inOrder(found: readonly Found[], limit: number): ScoredChunk[] {
  const hits = found.map(({ payload, score }) => ({
    chunkId: payload.id,
    score: Math.min(1, Math.max(-1, score)),
  }));
  return hits.sort(bestFirst).slice(0, limit);
}
