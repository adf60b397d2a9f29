import type { VectorScope } from '../store.ts';
import { allowedChunks } from '../sqlite/filter/scope.ts';
import { findCollection, type CollectionRow } from '../sqlite/collections.ts';
import { hasDirection } from '../sqlite/search/cosine.ts';
import type { SqlDatabase } from '../sqlite/database/driver.ts';
import { searchWidth } from './engine.ts';
import type { Mirrored } from './mirror.ts';
import { countChunks, stateOfMirror } from './mirror-tables.ts';

/** What Chroma is to be asked. */
export interface SearchPlan extends Mirrored {
  /** How many chunks there are. */
  readonly chunks: number;
  /** How many of them Chroma is to name. */
  readonly asked: number;
}

/** Of more, Chroma misses more: the last of them are near the edge of what its index looks at. */
const mostAsked = searchWidth / 8;
/** Of chunks beyond those that are wanted: as many may be as near as the last of these. */
const tied = 4;

/**
 * Inside the caller's transaction. Chroma is asked where all chunks are allowed: leaving some out takes it a hundred times as
 * long as SQLite, which does it exactly.
 *
 * @returns `undefined` when SQLite is to search: some are left out, Chroma has something to learn, or would have to name too many.
 */
export function planSearch(
  database: SqlDatabase,
  vector: Float32Array,
  scope: VectorScope,
): SearchPlan | undefined {
  const row = findCollection(database, scope.collection);
  if (!row || !fits(row, vector, scope)) return undefined;
  const mirror = stateOfMirror(database, row);
  if (!mirror || allowedChunks(database, row, scope)) return undefined;
  const chunks = countChunks(database, row);
  const asked = Math.min(chunks, scope.limit + tied);
  return asked > mostAsked ? undefined : { ...mirror, row, chunks, asked };
}

/** Where it does not, SQLite says why. */
function fits(row: CollectionRow, vector: Float32Array, { embeddingModel, limit }: VectorScope): boolean {
  const isOfModel = embeddingModel === undefined || embeddingModel === row.embedding_model;
  return isOfModel && vector.length === row.dimensions && hasDirection(vector) && limit > 0;
}
