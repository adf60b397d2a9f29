import { requireDimensions, requireModel } from '../../collection-model.ts';
import type { ScoredChunk, VectorScope } from '../../store.ts';
import { Bindings } from '../database/bindings.ts';
import { inOrder } from '../../read/orders.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { fromPg } from '../database/pg-text.ts';
import { type IndexSettings, usualEfSearch, usualProbes } from '../database/address.ts';
import { joined } from '../chunks.ts';
import { fewFiltered, hasConditions, isConstrained, scopeCondition } from '../filter/scope.ts';
import { indexed, isIndexed } from '../vectors/vector-index.ts';
import { toVector } from '../vectors/vectors.ts';

interface VectorQuery {
  readonly index: IndexSettings;
  /** As pgvector receives it. */
  readonly query: Uint8Array;
  readonly scope: VectorScope;
}

/**
 * The nearest chunks within the scope: exactly, or, in a collection that has an index (`vector-index.ts`), those that the
 * index finds, unless it finds too few. Vectors are of unit length, so the inner product is the cosine,
 * which is also defined where the query is not of unit length by a rounding.
 *
 * @throws EmbeddingDimensionError, EmbeddingModelMismatchError
 */
export async function searchVector(
  session: Session,
  collection: CollectionRow,
  { vector, ...asked }: Omit<VectorQuery, 'query'> & { readonly vector: Float32Array },
): Promise<ScoredChunk[]> {
  const { scope } = asked;
  if (scope.embeddingModel !== undefined) requireModel(collection, scope.embeddingModel);
  requireDimensions(collection, vector);
  const query = toVector(vector);
  if (query === null) return [];
  if (collection.indexKind === null || namesChunks(scope))
    return searchAll(session, collection, { query, ...asked });
  const few = await fewFiltered(session, collection, { scope, most: mostFew });
  if (few) return searchAll(session, collection, { query, ...asked, few });
  const found = await searchIndex(session, collection, { query, ...asked });
  return found ?? searchAll(session, collection, { query, ...asked });
}

/** Whether the chunks in the scope are named, or will be: reading their vectors takes less than finding them by the index. */
const namesChunks = (scope: VectorScope): boolean => scope.among !== undefined || isConstrained(scope);

/** As many vectors are soon read. The index would look at many chunks to find those that a filter leaves. */
const mostFew = 2000;

interface FoundRow {
  readonly chunk_id: string;
  readonly score: number;
}

async function searchAll(
  session: Session,
  collection: CollectionRow,
  { query, scope, few }: VectorQuery & { readonly few?: readonly number[] },
): Promise<ScoredChunk[]> {
  const bindings = new Bindings();
  const condition = few
    ? `c.id = ANY(${bindings.bind(few)}::bigint[])`
    : await scopeCondition(session, collection, { scope, bindings });
  const rows = await session.all<FoundRow>(
    `SELECT c.chunk_id, -(c.vector <#> ${bindings.bind(query)}::vector) AS score FROM ${joined}
     WHERE c.vector IS NOT NULL AND ${condition}
     ORDER BY score DESC, c.chunk_id LIMIT ${bindings.bind(scope.limit)}`,
    bindings.values,
  );
  return rows.map(toScored);
}

/** The index has vectors in less precision than the scores: more are taken than wanted. */
const oversampling = 1.2;
/** Of those that a filter leaves, so many are taken at least: chunks that it does not leave count as looked at. */
const leastFiltered = 250;
/** Chunks that an HNSW index looks at: the more, the fewer near ones are missed. */
const mostLookedAt = 1000;
/** Where so many were looked at, and a filter has left too few, what it leaves is near no more, and soon read. */
const mostFiltered = 2500;

/** `undefined` where the index gave up: there may be more, and nearer ones. */
async function searchIndex(
  session: Session,
  collection: CollectionRow,
  { query, scope, index }: VectorQuery,
): Promise<ScoredChunk[] | undefined> {
  const bindings = new Bindings();
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const isFiltered = scope.filter !== undefined || scope.constraint !== undefined;
  const wanted = Math.max(isFiltered ? leastFiltered : 0, Math.ceil(scope.limit * oversampling) + 1);
  const near = bindings.bind(query);
  const settings = session.all(
    `${settingsOf(collection.indexKind, index, { wanted, isFiltered })}; SET LOCAL enable_sort = off`,
  );
  const found = session.all<FoundRow>(
    `SELECT c.chunk_id, -(c.vector <#> ${near}::vector) AS score FROM ${joined}
     WHERE ${isIndexed(collection)} AND ${condition}
     ORDER BY ${indexed(collection)} <#> ${near}::halfvec(${collection.dimensions}) LIMIT ${wanted}`,
    bindings.values,
    hasConditions(scope) ? undefined : `nearest ${collection.id} ${collection.dimensions} ${wanted}`,
  );
  const [, rows] = await Promise.all([settings, found]);
  if (rows.length >= wanted) return inOrder(rows.map(toScored), scope.limit);
  await session.all('SET LOCAL enable_sort = on');
  return undefined;
}

/** Those of the kind of index that is there, whichever `index` asks for. */
function settingsOf(
  kind: CollectionRow['indexKind'],
  index: IndexSettings,
  { wanted, isFiltered }: { readonly wanted: number; readonly isFiltered: boolean },
): string {
  if (kind === 'ivfflat') {
    const probes = index.kind === 'ivfflat' ? index.probes : usualProbes;
    return `SET LOCAL ivfflat.iterative_scan = relaxed_order; SET LOCAL ivfflat.probes = ${probes}`;
  }
  const efSearch = index.kind === 'hnsw' ? index.efSearch : usualEfSearch;
  const lookedAt = isFiltered ? mostLookedAt : Math.min(mostLookedAt, Math.max(efSearch, 2 * wanted));
  return `SET LOCAL hnsw.iterative_scan = relaxed_order; SET LOCAL hnsw.ef_search = ${lookedAt};
     SET LOCAL hnsw.max_scan_tuples = ${mostFiltered}`;
}

const toScored = ({ chunk_id, score }: FoundRow): ScoredChunk => ({
  chunkId: fromPg(chunk_id),
  score: Math.min(1, Math.max(-1, score)),
});
