import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/util/random.ts';
import type { FilterNode } from '../../../src/store/filter/filter.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { noRealPostgres } from '../../support/postgres-binary.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { setUpBench, timeout, type StorePlace } from './bench.ts';
import { makeRecord, spec, unit } from './records.ts';
import { describeStoreProperties } from './properties.ts';
import { describeReembedding } from './reembedding.ts';
import { describeRestricting } from './restricting.ts';
import { describeSearching } from './searching.ts';
import { describeStore } from './suite.ts';
import { describeVectors } from './vectors.ts';
import { describeVersions } from './versions.ts';
import { describeWholeReads } from './whole-reads.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.kill());

let places = 0;

function newSchema(parameters: Record<string, string> = {}): { url: string; schema: string } {
  const url = new URL(server.url);
  const schema = `pincite_test_${process.pid}_${(places += 1)}`;
  for (const [name, value] of Object.entries({ schema, ...parameters })) url.searchParams.set(name, value);
  return { url: url.href, schema };
}

async function execute(sql: string): Promise<unknown[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/** Places in one schema, emptied: making one takes longer than most tests. */
function inOneSchema(parameters: Record<string, string> = {}): () => Promise<StorePlace> {
  let made: ReturnType<typeof newSchema> | undefined;
  return async () => {
    const { url, schema } = (made ??= newSchema(parameters));
    const open = () => openPostgresStore(url);
    const remove = async () => {
      const store = await open();
      for (const { name } of await store.collections()) await store.removeCollection(name);
      await store.close();
      const caches = ['pending_vectors', 'model_replies'].map((table) => `"${schema}".${table}`);
      await execute(`TRUNCATE ${caches.join()}`);
    };
    return { open, remove };
  };
}

describeStore('PostgreSQL', inOneSchema(), { durable: true });
/** What the index of vectors may change: texts, replies and caches are kept in the same way without it. */
describe('PostgreSQL with an index for every collection', { timeout }, () => {
  const bench = setUpBench(inOneSchema({ hnsw_from: '0' }));
  describeSearching(bench);
  describeReembedding(bench);
  describeRestricting(bench);
  describeVectors(bench);
  describeVersions(bench);
});
describeWholeReads('PostgreSQL', inOneSchema());
describeStoreProperties('PostgreSQL', inOneSchema(), { runs: 12 });

describe('a PostgreSQL database', () => {
  it('may have the extension and the schema already, and be opened without the right to make them', async () => {
    const { url, schema } = newSchema();
    await execute(`CREATE EXTENSION IF NOT EXISTS vector; CREATE SCHEMA "${schema}"`);
    const statements: string[] = [];
    const store = await openPostgresStore(url, { beforeStatement: (sql) => statements.push(sql) });
    await store.close();
    expect(statements.filter((sql) => /CREATE (EXTENSION|SCHEMA)/.test(sql))).toEqual([]);
    expect(statements.filter((sql) => sql.includes('CREATE TABLE'))).not.toEqual([]);
    await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('takes several programs that make its schemas at once', async () => {
    const schemas = [newSchema(), newSchema()];
    const urls = schemas.flatMap(({ url }) => [url, url]);
    const stores = await Promise.all(urls.map((url) => openPostgresStore(url)));
    for (const store of stores) expect(await store.collections()).toEqual([]);
    await Promise.all(stores.map((store) => store.close()));
    for (const { schema } of schemas) await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });

  // PGlite knows one user.
  it.skipIf(noRealPostgres)('shows a user nothing of the schema of another', async () => {
    const [own, foreign] = [newSchema(), newSchema()];
    for (const { schema } of [own, foreign]) {
      await execute(
        `CREATE ROLE "${schema}" LOGIN PASSWORD 'secret'; CREATE SCHEMA "${schema}" AUTHORIZATION "${schema}"`,
      );
    }
    const asOwner = (url: string) => {
      const named = new URL(url);
      named.username = own.schema;
      named.password = 'secret';
      return openPostgresStore(named.href);
    };
    const store = await asOwner(own.url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('a')] });
    expect(await store.documents(spec.name)).toHaveLength(1);
    await store.close();
    await (await openPostgresStore(foreign.url)).close();
    await expect(asOwner(foreign.url)).rejects.toMatchObject({ context: { engineCode: '42501' } });
    for (const { schema } of [own, foreign]) {
      await execute(`DROP SCHEMA "${schema}" CASCADE; DROP ROLE "${schema}"`);
    }
  });

  it.each([
    [
      'hnsw',
      { hnsw_m: '12', hnsw_ef_construction: '80', hnsw_ef_search: '150' },
      "m='12', ef_construction='80'",
    ],
    ['ivfflat', { ivfflat_lists: '20', ivfflat_probes: '10' }, "lists='20'"],
  ])(
    'finds nearly all of the nearest chunks by an index that the first search has made: %s',
    async (index, settings, made) => {
      const statements: string[] = [];
      const { url, schema } = newSchema({ hnsw_from: '2000', index, ...settings });
      const store = await openPostgresStore(url, { beforeStatement: (sql) => statements.push(sql) });
      await store.ensureCollection({ ...spec, dimensions: 32 });
      const records = Array.from({ length: 50 }, (_, number) => clusteredRecord(`d${number}`));
      await store.write(spec.name, { put: records });
      const queries = Array.from({ length: 50 }, (_, number) => clusteredVector(`query ${number}`));
      const nearest = (query: Float32Array, filter?: FilterNode) =>
        store.searchVector(query, { collection: spec.name, limit: 10, ...(filter && { filter }) });
      const isFoundByIndex = async () => {
        statements.length = 0;
        await nearest(queries[0]!);
        return statements.some((sql) => sql.includes(`${index}.iterative_scan`));
      };
      await expect.poll(isFoundByIndex).toBe(true);
      const filter = parseFilter({ documentId: { $ne: 'd3' } });
      for (const [asked, left] of [
        [undefined, records],
        [filter, records.filter(({ document }) => document.documentId !== 'd3')],
      ] as const) {
        const chunks = left.flatMap((record) => record.chunks);
        let found = 0;
        for (const query of queries) {
          const exact = chunks
            .map(({ chunk, vector }) => ({ id: chunk.chunkId, score: dot(query, vector) }))
            .sort((a, b) => b.score - a.score)
            .slice(0, 10);
          const hits = await nearest(query, asked);
          found += exact.filter(({ id }) => hits.some(({ chunkId }) => chunkId === id)).length;
        }
        expect(found / (10 * queries.length)).toBeGreaterThanOrEqual(0.98);
      }
      statements.length = 0;
      await nearest(queries[0]!, filter);
      expect(statements.some((sql) => sql.includes(`${index}.iterative_scan`))).toBe(true);
      const [definition] = await execute(
        `SELECT indexdef FROM pg_indexes WHERE schemaname = '${schema}' AND indexname LIKE 'chunks_vector_%'`,
      );
      expect(JSON.stringify(definition)).toContain(made);
      await store.close();
      await execute(`DROP SCHEMA "${schema}" CASCADE`);
    },
  );

  it('ranks as SQLite does where the postings of common terms are not all read, also when documents have gone', async () => {
    const { url, schema } = newSchema();
    const stores = [await openPostgresStore(url), await openSqliteStore('sqlite::memory:')];
    const random = createRandom(5);
    const records = Array.from({ length: 60 }, (_, part) => wordyRecord(part, random));
    const replaced = Array.from({ length: 10 }, (_, part) => wordyRecord(part, random));
    const ids = records.map(({ document }) => document.documentId);
    const queries = [
      'w40 w30 w2 w1',
      'w50 w1',
      'w0 w1 w2 w3',
      'w44* w3 w1 w0',
      '"w1 w2" w41 w0',
      'w33 w33 w7 w2 w0 absent',
      'w59 w58 w57 w56 w12 w11 w10 w2 w1 w0',
    ];
    for (const change of [
      { put: records },
      { remove: ids.slice(20, 50) },
      { put: replaced },
      { remove: ids, put: records.slice(0, 2) },
    ]) {
      for (const store of stores) {
        await store.ensureCollection(spec);
        await store.write(spec.name, change);
      }
      for (const query of queries) {
        for (const filter of [
          undefined,
          parseFilter({ part: { $lt: 3 } }),
          parseFilter({ part: { $gte: 15 } }),
        ]) {
          const scope = { collection: spec.name, limit: 7, ...(filter && { filter }) };
          const [postgres, sqlite] = await Promise.all(
            stores.map((store) => store.searchKeyword(query, scope)),
          );
          expect(postgres).toEqual(sqlite);
        }
      }
    }
    for (const store of stores) await store.close();
    await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });

  it('leaves no index of a collection that has gone', async () => {
    const { url, schema } = newSchema({ hnsw_from: '0' });
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    const indexes = `SELECT 1 FROM pg_indexes WHERE schemaname = '${schema}' AND indexdef LIKE '%hnsw%'`;
    expect(await execute(indexes)).toHaveLength(1);
    await store.removeCollection(spec.name);
    expect(await execute(indexes)).toEqual([]);
    await store.close();
    await execute(`DROP SCHEMA "${schema}" CASCADE`);
  });
});

/** 60 chunks of 12 words each, some of them common and most of them rare. */
function wordyRecord(part: number, random: () => number) {
  const words = () => Array.from({ length: 12 }, () => `w${Math.floor(60 * random() ** 3)}`).join(' ');
  return makeRecord(`wordy-${part}`, {
    text: Array.from({ length: 60 }, words),
    document: { metadata: { part } },
  });
}

/** 50 chunks around a few directions, as texts are. */
function clusteredRecord(documentId: string) {
  const text = Array.from({ length: 50 }, (_, index) => `Paragraph ${index} of ${documentId}.`);
  return makeRecord(documentId, { text, vector: (index) => clusteredVector(`${documentId} ${index}`) });
}

function clusteredVector(name: string): Float32Array {
  const seed = [...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);
  const own = createRandom(seed);
  const cluster = createRandom(Math.floor(own() * 20));
  return unit(Array.from({ length: 32 }, () => cluster() - 0.5 + 0.8 * (own() - 0.5)));
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
