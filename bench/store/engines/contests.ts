import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openStore } from '../../../src/store/open-store.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { toVector } from '../../../src/store/postgres/vectors/vectors.ts';
import type { CollectionSpec, Store } from '../../../src/store/store.ts';
import { startPostgres } from '../../../test/support/postgres-server.ts';
import { openOurs } from './ours.ts';
import { openChromaStore } from '../../../src/store/chroma/chroma-store.ts';
import { openRawChroma } from './raw-chroma.ts';
import { openRawPostgres } from './raw-postgres.ts';
import { openRawSqlite } from './raw-sqlite.ts';
import { allParts, type Contest, type NearestOf, topK } from './side.ts';

export interface ContestOptions {
  /** For files of this run; empty. */
  readonly folder: string;
  readonly spec: CollectionSpec;
  /** Of a PostgreSQL database that may be written to. */
  readonly url: string | undefined;
}

type OpenContest = (options: ContestOptions) => Promise<Contest>;

export const contests: Readonly<Record<string, OpenContest>> = {
  async sqlite({ folder, spec }) {
    const place = path.join(folder, 'ours');
    const store = await openStore(`sqlite:${place}`);
    return {
      engine: `SQLite (${versionOf('libsql')})`,
      ours: await openOurs(store, spec),
      raw: openRawSqlite({ ours: place, folder }),
    };
  },
  async postgres({ spec, url }) {
    if (url === undefined) throw new Error('Name the server: --url postgres://user@host:5432/database');
    return overPostgres(url, spec);
  },
  async pglite({ folder, spec }) {
    const server = await startPostgres({ folder: path.join(folder, 'pglite') });
    const contest = await overPostgres(server.url, spec);
    const raw = { ...contest.raw, close: () => contest.raw.close().then(() => server.kill()) };
    return { ...contest, engine: `PGlite: ${contest.engine}`, raw };
  },
  async chroma({ folder, spec }) {
    const place = path.join(folder, 'ours');
    const store = await openChromaStore(`chroma:${place}`);
    const ours = await openOurs(store, spec);
    const alone = await openStore(`sqlite:${place}`);
    return {
      engine: `Chroma (${versionOf('chromadb')})`,
      // A write returns when SQLite has it; what counts here is that Chroma has it too.
      ours: {
        ...ours,
        ingest: (records) => ours.ingest(records).then(() => store.settle()),
        close: () => alone.close().then(() => ours.close()),
      },
      raw: await openRawChroma({ ours: place, folder }),
      nearest: { found: foundBy(store, spec.name), exact: foundBy(alone, spec.name) },
    };
  },
};

/** Of a package, as `name version`. */
function versionOf(name: string): string {
  const file = path.join(import.meta.dirname, '../../../node_modules', name, 'package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return `${name} ${version}`;
}

const schema = 'pincite_bench';
/** The index of a large collection is made in the background. */
const longestIndexMs = 30 * 60_000;

async function overPostgres(url: string, spec: CollectionSpec): Promise<Contest> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  const address = new URL(url);
  address.searchParams.set('schema', schema);
  const store = await openStore(address.href);
  const ours = await openOurs(store, spec, () => settlePostgres(pool, store, spec));
  const { rows } = await pool.query<{ version: string }>(
    `SELECT 'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1) || ', pgvector ' || extversion AS version
     FROM pg_extension WHERE extname = 'vector'`,
  );
  const raw = await openRawPostgres(url, { schema, dimensions: spec.dimensions });
  return {
    engine: rows[0]!.version,
    ours: {
      ...ours,
      async close() {
        await ours.close();
        await pool.query(`DROP SCHEMA ${schema} CASCADE`);
        await pool.end();
      },
    },
    raw: { ...raw, settle: () => raw.settle().then(() => disconnectOthers(pool)) },
    nearest: { found: foundBy(store, spec.name), exact: nearestOf(pool) },
  };
}

/**
 * Has both sides search over new connections: one that has made an index keeps the memory of that, and its searches take
 * less time.
 */
async function disconnectOthers(pool: Pool): Promise<void> {
  await pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await sleep(500); // until both have noticed
}

const foundBy =
  (store: Store, collection: string): NearestOf =>
  async ({ vector }, parts) => {
    const filter = parts < allParts ? { filter: parseFilter({ part: { $lt: parts } }) } : {};
    const hits = await store.searchVector(vector, { collection, limit: topK, ...filter });
    return hits.map(({ chunkId }) => chunkId);
  };

/** Over the whole vectors, of which there is no index. */
const nearestOf =
  (pool: Pool): NearestOf =>
  async ({ vector }, parts) => {
    const { rows } = await pool.query<{ chunk_id: string }>(
      `SELECT c.chunk_id FROM ${schema}.chunks c JOIN ${schema}.documents d ON d.id = c.document
       WHERE (d.fields->>'metadata.part')::int < $2 ORDER BY c.vector <#> $1::vector, c.chunk_id LIMIT ${topK}`,
      [toVector(vector), parts],
    );
    return rows.map(({ chunk_id }) => chunk_id);
  };

/** The first search of a large collection has its index made: waits for that, and does what autovacuum would. */
async function settlePostgres(pool: Pool, store: Store, { name, dimensions }: CollectionSpec): Promise<void> {
  const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
  await store.searchVector(vector, { collection: name, limit: 1 });
  const deadline = performance.now() + longestIndexMs;
  while ((await isMakingIndex(pool)) && performance.now() < deadline) await sleep(500);
  for (const table of ['documents', 'document_texts', 'chunks', 'posting_blocks']) {
    await pool.query(`VACUUM ANALYZE ${schema}.${table}`);
  }
}

/** Also where it is about to begin: it begins within moments of the search. */
async function isMakingIndex(pool: Pool): Promise<boolean> {
  await sleep(2000);
  const { rows } = await pool.query<{ making: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND NOT i.indisvalid) AS making`,
    [schema],
  );
  return rows[0]!.making;
}
