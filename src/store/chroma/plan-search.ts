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
  /** How many chunks the scope allows. */
  readonly matches: number;
  /** How many of all chunks Chroma is to name, so that enough of those are among them. */
  readonly asked: number;
}

/** Of more, Chroma misses more: the last of them are near the edge of what its index looks at. */
const mostAsked = searchWidth / 8;
/** Where a scope leaves less, too often too few of what Chroma names are allowed. */
const leastShare = 1 / 2;
/** Of chunks beyond those that are wanted: as many may be as near as the last of these. */
const tied = 4;
/** In standard deviations, how many fewer than their share may be allowed among the chunks that Chroma names. */
const spare = 3;

/**
 * Inside the caller's transaction. Chroma is not told what is allowed, since leaving chunks out takes it a hundred times
 * as long: it names more, and those that are allowed are taken. Where they are few, SQLite finds them soonest.
 *
 * @returns `undefined` when SQLite is to search: Chroma has something to learn, or would have to name too many.
 */
export function planSearch(
  database: SqlDatabase,
  vector: Float32Array,
  scope: VectorScope,
): SearchPlan | undefined {
  const row = findCollection(database, scope.collection);
  if (!row || !fits(row, vector, scope)) return undefined;
  const mirror = stateOfMirror(database, row);
  if (!mirror) return undefined;
  const chunks = countChunks(database, row);
  const matches = allowedChunks(database, row, scope)?.length ?? chunks;
  const share = matches / chunks;
  if (!(share >= leastShare)) return undefined;
  const enough = scope.limit + tied + spare * Math.sqrt(scope.limit * (1 - share));
  const asked = Math.min(chunks, Math.ceil(enough / share));
  return asked > mostAsked ? undefined : { ...mirror, row, matches, asked };
}

/** Where it does not, SQLite says why. */
function fits(row: CollectionRow, vector: Float32Array, { embeddingModel, limit }: VectorScope): boolean {
  const isOfModel = embeddingModel === undefined || embeddingModel === row.embedding_model;
  return isOfModel && vector.length === row.dimensions && hasDirection(vector) && limit > 0;
}
