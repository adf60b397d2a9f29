import { requireDimensions, requireModel } from '../require-model.ts';
import type { ScoredChunk, VectorScope } from '../store.ts';
import { Bindings } from './bindings.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { fromPg } from './pg-text.ts';
import { scopeCondition } from './scope.ts';
import { toVector } from './vectors.ts';

/**
 * The nearest chunks within the scope, exactly. Vectors are of unit length, so the inner product is the cosine, which is
 * also defined where the query is not of unit length by a rounding.
 *
 * @throws EmbeddingDimensionError, EmbeddingModelMismatchError
 */
export async function searchVector(
  session: Session,
  collection: CollectionRow,
  { vector, scope }: { readonly vector: Float32Array; readonly scope: VectorScope },
): Promise<ScoredChunk[]> {
  if (scope.embeddingModel !== undefined) requireModel(collection, scope.embeddingModel);
  requireDimensions(collection, vector);
  const query = toVector(vector);
  if (query === null) return [];
  const bindings = new Bindings();
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const rows = await session.all<{ chunk_id: string; score: number }>(
    `SELECT c.chunk_id, -(c.vector <#> ${bindings.bind(query)}::vector) AS score
     FROM pincite.chunks c JOIN pincite.documents d ON d.id = c.document
     WHERE c.vector IS NOT NULL AND ${condition}
     ORDER BY score DESC, c.chunk_id LIMIT ${bindings.bind(scope.limit)}`,
    bindings.values,
  );
  return rows.map(({ chunk_id, score }) => ({
    chunkId: fromPg(chunk_id),
    score: Math.min(1, Math.max(-1, score)),
  }));
}
