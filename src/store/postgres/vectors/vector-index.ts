/**
 * Indexes of pgvector, HNSW or IVFFlat, over the vectors of large collections:
 *
 *   chunks of collection 7 ──▶ chunks_vector_7_256     its vectors of 256 numbers, as halves (halfvec)
 *
 * One is made by the first search of a collection that is large enough, in the background and CONCURRENTLY: writers go on,
 * and searches are exact until it is there. Where a collection was embedded anew in other dimensions, no chunk is left
 * in its index, and another one is made.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Session, takeLockAlone } from '../database/connection.ts';
import { hasCode, isConflict } from '../../../util/postgres/retry-transaction.ts';
import type { IndexSettings } from '../database/address.ts';

/** What of a collection makes its index. */
interface Indexed {
  readonly id: number;
  readonly dimensions: number;
}

/** As many numbers of a vector, an index of halves takes. */
const mostDimensions = 4000;
const betweenLooksMs = 60_000;
const betweenTriesMs = 1000;
/** To begin what the server then finishes. */
const atCloseMs = 1000;

/** What of memory a graph takes while it is made. */
const bytesPerLink = 16;
const bytesPerElement = 200;
const bytesBeside = 4_194_304;
/** A setting takes no more on every machine. */
const mostBytes = 2_147_482_624;

const prefix = 'chunks_vector_';
const nameOf = ({ id, dimensions }: Indexed) => `${prefix}${id}_${dimensions}`;

/** What the index has of a vector of `chunks c`, and which rows it has. */
export const indexed = ({ dimensions }: Indexed): string => `c.vector::halfvec(${dimensions})`;
export const isIndexed = ({ id, dimensions }: Indexed): string =>
  `c.collection_id = ${id} AND vector_dims(c.vector) = ${dimensions}`;

/** Of which kind the index of `collections k` is, where it can be searched: it may have been made with other settings. */
export const indexKind = `(SELECT m.amname FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
  WHERE i.indisvalid AND i.indexrelid = to_regclass('pincite.${prefix}' || k.id || '_' || k.dimensions))`;

/** Makes the index of a collection unless it is there; removes those that are of no use. False where it is the turn of another. */
async function makeVectorIndex(database: Database, collection: Indexed): Promise<boolean> {
  if (collection.dimensions > mostDimensions) return true;
  return inTurn(database, async (session) => {
    await dropUseless(session, collection);
    if (!database.isPooled) await takeMemory(session, collection, database.index);
    try {
      await createIndex(session, collection, database.index);
    } catch (error) {
      if (database.isPooled || !hasNoRoom(error)) throw error;
      await session.all('RESET maintenance_work_mem');
      await dropUseless(session, collection); // what is left of it
      await createIndex(session, collection, database.index);
    }
  });
}

async function createIndex(session: Session, collection: Indexed, index: IndexSettings): Promise<void> {
  await session.all(
    `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${nameOf(collection)} ON pincite.chunks
     USING ${index.kind} ((vector::halfvec(${collection.dimensions})) halfvec_ip_ops) WITH (${optionsOf(index)})
     WHERE collection_id = ${collection.id} AND vector_dims(vector) = ${collection.dimensions}`,
  );
}

const bytesOf = (setting: string) => `pg_size_bytes(current_setting('${setting}'))`;

/**
 * A graph that does not fit into `maintenance_work_mem` (64 MB by default) is made on disk from there on, many times slower. A quarter
 * of what the server takes to be its cache is given to it at most.
 */
async function takeMemory(
  session: Session,
  { id, dimensions }: Indexed,
  index: IndexSettings,
): Promise<void> {
  if (index.kind !== 'hnsw') return;
  const bytesPerChunk = 2 * dimensions + bytesPerLink * 2 * index.m + bytesPerElement;
  await session.all(
    `SELECT set_config('maintenance_work_mem', greatest(${bytesOf('maintenance_work_mem')},
       least(chunk_count * $2 + $3, ${bytesOf('effective_cache_size')} / 4, $4)) / 1024 || 'kB', false)
     FROM pincite.collections WHERE id = $1`,
    [id, bytesPerChunk, bytesBeside, mostBytes],
  );
}

/** SQLSTATE. Several processes share it, and containers often have 64 MB to share, which the server tells like a full disk. */
const hasNoRoom = (error: unknown) => hasCode(error, /^53[12]00$/);

/** One that a program began which has ended since; what the user may not see counts too. */
const isMaking = `SELECT 1 FROM pg_stat_progress_create_index
  WHERE datname = current_database() AND coalesce(relid = 'pincite.chunks'::regclass, true)`;

/**
 * Does something to the indexes of the table when nobody else does: what is done CONCURRENTLY waits for all others, and where two wait
 * for each other, the server ends one. Behind a pooler a lock would be another's by the next statement, and two may begin at once.
 */
function inTurn(database: Database, work: (session: Session) => Promise<void>): Promise<boolean> {
  return database.alone(async (session) => {
    if (!database.isPooled) {
      if (!(await takeLockAlone(session, 'indexes'))) return false;
      await session.all('SET statement_timeout = 0');
    }
    if ((await session.all(isMaking)).length > 0) return false;
    try {
      await work(session);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  });
}

function optionsOf(index: IndexSettings): string {
  return index.kind === 'hnsw'
    ? `m = ${index.m}, ef_construction = ${index.efConstruction}`
    : `lists = ${index.lists}`;
}

/** Those of no collection as it is now, and what is left of making this one where that was ended. */
async function dropUseless(session: Session, collection: Indexed): Promise<void> {
  const useless = await session.all<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'pincite.chunks'::regclass AND starts_with(c.relname, '${prefix}')
       AND (c.relname NOT IN (SELECT '${prefix}' || k.id || '_' || k.dimensions FROM pincite.collections k)
         OR (c.relname = $1 AND NOT i.indisvalid))`,
    [nameOf(collection)],
  );
  for (const { name } of useless) await session.all(`DROP INDEX CONCURRENTLY IF EXISTS pincite.${name}`);
}

/** Removes the index of a collection that has gone; where it is the turn of another, the next that is made takes it along. */
export async function dropVectorIndex(database: Database, collection: Indexed): Promise<void> {
  await inTurn(database, async (session) => {
    await session.all(`DROP INDEX CONCURRENTLY IF EXISTS pincite.${nameOf(collection)}`);
  });
}

/** Makes indexes one after the other, while others search. */
export class VectorIndexes {
  private readonly database: Database;
  /** When each collection was looked at, by `performance.now()`. */
  private readonly lookedAt = new Map<number, number>();
  private making: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(database: Database) {
    this.database = database;
  }

  /** Makes that of a new collection where every collection is to have one. The lists of IVFFlat are read off vectors: it waits for them. */
  async makeFirst(collection: Indexed): Promise<void> {
    const { hnswFrom, index } = this.database;
    if (hnswFrom === 0 && index.kind === 'hnsw') await makeVectorIndex(this.database, collection);
  }

  /** Begins to make the index of a collection that has none and is large; looks once a minute at most. */
  makeWhenLarge(collection: Indexed): void {
    const now = performance.now();
    if (now - (this.lookedAt.get(collection.id) ?? -Infinity) < betweenLooksMs) return;
    this.lookedAt.set(collection.id, now);
    const make = async () => {
      if (!(await this.isLarge(collection))) return;
      while (!this.isClosed && !(await makeVectorIndex(this.database, collection)))
        await sleep(betweenTriesMs, undefined, { ref: false });
    };
    this.making = this.making.then(make).catch(() => undefined); // without it, searches are exact
  }

  /** What has begun, the server finishes. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.race([this.making, sleep(atCloseMs, undefined, { ref: false })]);
  }

  /** An older pgvector cannot search on where a filter has taken what was found. */
  private async isLarge({ id }: Indexed): Promise<boolean> {
    const { hnswFrom, index } = this.database;
    if (hnswFrom === Infinity) return false;
    const least = index.kind === 'ivfflat' ? Math.max(hnswFrom, index.lists) : hnswFrom;
    const [found] = await this.database.all<{ chunks: number; is_new: boolean }>(
      `SELECT (SELECT count(*) FROM (SELECT 1 FROM pincite.chunks WHERE collection_id = $1 LIMIT $2) AS found) AS chunks,
         (SELECT string_to_array(extversion, '.')::int[] >= '{0,8}' FROM pg_extension WHERE extname = 'vector') AS is_new`,
      [id, least],
    );
    return found !== undefined && found.is_new && found.chunks >= least;
  }
}
