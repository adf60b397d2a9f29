import type { VectorScope } from '../store.ts';
import { allowedChunks } from '../sqlite/allowed-chunks.ts';
import { findCollection, type CollectionRow } from '../sqlite/collections.ts';
import { hasDirection } from '../sqlite/cosine.ts';
import type { SqlDatabase } from '../sqlite/driver.ts';
import { toText } from '../sqlite/text-bytes.ts';
import { compileWhere } from './compile-where.ts';
import type { Restriction } from './engine.ts';
import { countChunks, nameOf, stateOfMirror } from './mirror-tables.ts';

/** What Chroma is to be asked. */
export interface SearchPlan {
  readonly row: CollectionRow;
  /** The collection in Chroma. */
  readonly name: string;
  readonly restriction: Restriction;
  /** How many chunks the scope allows. */
  readonly matches: number;
  /** @see stateOfMirror */
  readonly state: number;
}

/** A list of them is 100 KB or so, and Chroma takes it in a few milliseconds. */
const mostIds = 5_000;
/** For more, SQLite looks at all. */
const mostHits = 5_000;

/**
 * Inside the caller's transaction.
 *
 * @returns `undefined` when Chroma cannot be asked: it has something to learn, or cannot be told what is allowed.
 */
export function planSearch(
  database: SqlDatabase,
  vector: Float32Array,
  scope: VectorScope,
): SearchPlan | undefined {
  const row = findCollection(database, scope.collection);
  if (!row || !fits(row, vector, scope)) return undefined;
  const name = nameOf(database, row);
  const state = stateOfMirror(database, row);
  if (name === undefined || state === undefined) return undefined;
  const allowed = allowedChunks(database, row, scope);
  const matches = allowed?.length ?? countChunks(database, row);
  const restriction = allowed ? restrictTo(database, allowed, scope) : {};
  const hits = Math.min(matches, scope.limit);
  return hits === 0 || hits > mostHits || !restriction
    ? undefined
    : { row, name, restriction, matches, state };
}

/** Where it does not, SQLite says why. */
function fits(row: CollectionRow, vector: Float32Array, { embeddingModel, limit }: VectorScope): boolean {
  const isOfModel = embeddingModel === undefined || embeddingModel === row.embedding_model;
  return isOfModel && vector.length === row.dimensions && hasDirection(vector) && limit > 0;
}

function restrictTo(
  database: SqlDatabase,
  allowed: Float64Array,
  { filter }: VectorScope,
): Restriction | undefined {
  if (allowed.length <= mostIds) return { chunkIds: namesOf(database, allowed) };
  const where = filter && compileWhere(filter);
  return where && { where };
}

function namesOf(database: SqlDatabase, ids: Float64Array): string[] {
  return database
    .prepare('SELECT c.chunk_id FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value')
    .all<{ chunk_id: Uint8Array }>([JSON.stringify([...ids])])
    .map(({ chunk_id }) => toText(chunk_id));
}
