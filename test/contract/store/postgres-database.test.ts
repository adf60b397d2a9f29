/** What only PostgreSQL has: counts in rows, indexes that break, users with few rights, several programs that know a collection. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import type { Store } from '../../../src/store/store.ts';
import { noRealPostgres } from '../../support/postgres-binary.ts';
import { startPglite } from '../../support/postgres-server.ts';
import { TestDatabase } from './postgres-schema.ts';
import { makeRecord, spec, unit } from './records.ts';

const { name } = spec;

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.end());

/** One of each length: 1 at its place, 0.5 at the next. */
function pointing(dimensions: number, place: number): Float32Array {
  return unit(Array.from({ length: dimensions }, (_, index) => Math.max(0, 1 - Math.abs(index - place) / 2)));
}

const nearest = async (store: Store, vector: Float32Array) =>
  (await store.searchVector(vector, { collection: name, limit: 1 })).map(({ chunkId }) => chunkId);

/** What keyword search takes from the row beside what there is. */
const countsOf = async (schema: string) => {
  const [counts] = await database.execute<Record<string, unknown>>(
    `SELECT k.chunk_count::int AS chunks, k.term_count::int AS terms, k.languages,
       (SELECT count(*)::int FROM ${schema}.chunks) AS true_chunks,
       (SELECT coalesce(sum(term_count), 0)::int FROM ${schema}.chunks) AS true_terms,
       (SELECT coalesce(json_object_agg(language, documents), '{}') FROM (
         SELECT language, count(*) AS documents FROM ${schema}.documents WHERE language IS NOT NULL GROUP BY language
       ) AS d) AS true_languages
     FROM ${schema}.collections k`,
  );
  return counts!;
};

describe('a store that a newer program has brought up to date', () => {
  it('is used no longer by a program that runs, and can be opened by none of its version', async () => {
    const { url, schema } = database.newSchema();
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a')] });
    const search = () => store.searchKeyword('sea', { collection: name, limit: 1 });
    const before = await search();
    const addVersions = (count: number) =>
      database.execute(`UPDATE ${schema}.schema_version SET version = version + ${count}`);
    await addVersions(1);
    const refused = [
      search,
      () => store.documents(name),
      () => store.read((reads) => reads.documents(name)),
      () => store.write(name, { remove: ['a'] }),
      () => store.health(),
      () => openPostgresStore(url),
    ];
    for (const work of refused)
      await expect(work()).rejects.toMatchObject({
        name: 'StoreError',
        hint: expect.stringContaining('Update') as string,
      });
    await addVersions(-2);
    await expect(openPostgresStore(url)).rejects.toMatchObject({
      hint: expect.stringContaining('anew') as string,
    });
    await addVersions(1);
    expect(await search()).toEqual(before);
    await store.close();
  });
});

describe('the row of a collection', () => {
  const change = fc.record({
    documentId: fc.constantFrom('a', 'b', 'c'),
    paragraphs: fc.array(fc.constantFrom('the sea', 'a boat and a boat', '…'), {
      minLength: 1,
      maxLength: 3,
    }),
    language: fc.constantFrom('en', 'de', undefined),
    isRemoved: fc.boolean(),
    keepVersions: fc.boolean(),
  });

  it('counts what there is after any changes, and after everything was analysed anew', async () => {
    const { url, schema } = database.newSchema();
    const store = await openPostgresStore(url);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        await store.ensureCollection(spec);
        for (const { documentId, paragraphs, language, isRemoved, keepVersions } of changes) {
          const record = makeRecord(documentId, { text: paragraphs, document: { language } });
          await store.write(name, isRemoved ? { remove: [documentId] } : { put: [record], keepVersions });
        }
        const before = await countsOf(schema);
        await database.execute(`UPDATE ${schema}.collections SET analyser = 'other', term_count = -1`);
        await store.searchKeyword('sea', { collection: name, limit: 1 });
        for (const counts of [before, await countsOf(schema)]) {
          expect(counts['chunks']).toBe(counts['true_chunks']);
          expect(counts['terms']).toBe(counts['true_terms']);
          expect(counts['languages']).toEqual(counts['true_languages']);
        }
        await store.removeCollection(name);
      }),
      { numRuns: 10 },
    );
    await store.close();
  });
});

describe('a collection that another program has changed', () => {
  it('is searched as it is now, whatever was known of it', async () => {
    const { url } = database.newSchema({ hnsw_from: '0' });
    const [store, other] = [await openPostgresStore(url), await openPostgresStore(url)];
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a', { vector: (index) => pointing(8, index) })] });
    const find = (dimensions: number) => nearest(store, pointing(dimensions, 1));
    expect(await find(8)).toEqual(['a#0001']);

    await other.removeCollection(name);
    await expect(find(8)).rejects.toMatchObject({ name: 'CollectionNotFoundError' });
    await expect(store.chunks(name, ['a#0001'])).rejects.toMatchObject({ name: 'CollectionNotFoundError' });

    await other.ensureCollection({ ...spec, dimensions: 4 });
    await other.write(name, { put: [makeRecord('b', { vector: (index) => pointing(4, index) })] });
    await expect(find(8)).rejects.toMatchObject({ name: 'EmbeddingDimensionError' });
    expect(await find(4)).toEqual(['b#0001']);
    const { hits } = await store.searchKeyword('sea', { collection: name, limit: 5 });
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['b#0001']);

    await other.updateMetadata(name, { target: { chunkIds: ['b#0000'] }, patch: { own: true } });
    const [chunk] = await store.chunks(name, ['b#0000']);
    expect(chunk?.metadata).toEqual({ own: true });
    await Promise.all([store.close(), other.close()]);
  });
});

const indexes = (schema: string) =>
  database.execute<{ isValid: boolean }>(
    `SELECT i.indisvalid AS "isValid" FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE c.relnamespace = '${schema}'::regnamespace AND c.relname LIKE 'chunks_vector%'`,
  );

describe('a pattern of a filter', () => {
  it('of many wildcards takes no longer than one', async () => {
    const store = await openPostgresStore(database.newSchema().url);
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a', { document: { title: 'The sea' } })] });
    const titled = (pattern: string) => store.documents(name, parseFilter({ title: { $like: pattern } }));
    const started = performance.now();
    expect(await titled('%'.repeat(1000))).toHaveLength(1);
    expect(await titled('%_'.repeat(7) + '%'.repeat(900))).toHaveLength(1);
    expect(await titled('%_'.repeat(8))).toHaveLength(0);
    expect(performance.now() - started).toBeLessThan(5_000);
    await store.close();
  });
});

describe('the index of vectors', () => {
  it('is not searched where its making was ended, and is made again', async () => {
    const { url, schema } = database.newSchema({ hnsw_from: '1' });
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a', { vector: (index) => pointing(8, index) })] });
    // As the server leaves an index that it has not finished: there, and without the rows.
    await database.execute(`CREATE INDEX chunks_vector_1_8 ON ${schema}.chunks
      USING hnsw ((vector::halfvec(8)) halfvec_ip_ops) WHERE collection_id = 1 AND vector_dims(vector) = 8 AND id < 0`);
    await database.execute(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = '${schema}.chunks_vector_1_8'::regclass`,
    );
    expect(await nearest(store, pointing(8, 1))).toEqual(['a#0001']);
    await expect.poll(() => indexes(schema)).toEqual([{ isValid: true }]);
    expect(await nearest(store, pointing(8, 1))).toEqual(['a#0001']);
    await store.close();
  });

  it('is searched as what it is, whichever kind the URL names, and is of no empty table where it learns from vectors', async () => {
    const parameters = { hnsw_from: '0', index: 'ivfflat', ivfflat_lists: '10', ivfflat_probes: '10' };
    const { url, schema } = database.newSchema(parameters);
    const store = await openPostgresStore(url);
    await store.ensureCollection({ ...spec, dimensions: 32 });
    expect(await indexes(schema)).toEqual([]);
    const text = Array.from({ length: 30 }, (_, index) => `Chunk ${index}.`);
    await store.write(name, { put: [makeRecord('a', { text, vector: (index) => pointing(32, index) })] });
    expect(await nearest(store, pointing(32, 7))).toEqual(['a#0007']);
    await expect.poll(() => indexes(schema)).toEqual([{ isValid: true }]);

    const usual = new URL(url);
    for (const parameter of Object.keys(parameters)) usual.searchParams.delete(parameter);
    const statements: string[] = [];
    const other = await openPostgresStore(usual.href, { beforeStatement: (sql) => statements.push(sql) });
    expect(await nearest(other, pointing(32, 7))).toEqual(['a#0007']);
    const settings = statements.filter((sql) => sql.includes('iterative_scan')).join();
    expect(settings).toContain('ivfflat.probes = 10');
    expect(settings).not.toContain('hnsw');
    await Promise.all([store.close(), other.close()]);
  });

  it.each([
    [4000, [{ isValid: true }]],
    [4001, []],
  ])('has vectors of up to 4,000 numbers; those of %i are found', async (dimensions, made) => {
    const { url, schema } = database.newSchema({ hnsw_from: '0' });
    const store = await openPostgresStore(url);
    await store.ensureCollection({ ...spec, dimensions });
    const text = ['One.', 'Two.', 'Three.'];
    const vector = (index: number) => pointing(dimensions, 2500 + 5 * index);
    await store.write(name, { put: [makeRecord('a', { text, vector })] });
    expect(await indexes(schema)).toEqual(made);
    expect(await nearest(store, pointing(dimensions, 2509))).toEqual(['a#0002']);
    await store.close();
  });
});

// PGlite knows one user.
describe.skipIf(noRealPostgres)('a user who may only read', () => {
  it('searches, and is told which rights a change takes', async () => {
    const { url, schema } = database.newSchema({ hnsw_from: '1' });
    const owner = await openPostgresStore(url);
    await owner.ensureCollection(spec);
    await owner.write(name, { put: [makeRecord('a', { vector: (index) => pointing(8, index) })] });
    const role = `${schema}_reader`;
    await database.execute(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA ${schema} TO ${role};
      GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    const address = new URL(url);
    address.username = role;
    address.password = 'secret';
    const reader = await openPostgresStore(address.href);
    expect(await nearest(reader, pointing(8, 1))).toEqual(['a#0001']);
    const { hits } = await reader.searchKeyword('sea', { collection: name, limit: 5 });
    expect(await reader.chunks(name, [hits[0]!.chunkId])).toHaveLength(1);
    await expect(reader.write(name, { put: [makeRecord('b')] })).rejects.toMatchObject({
      name: 'StoreError',
      hint: expect.stringContaining('INSERT, UPDATE and DELETE'),
      context: { engineCode: '42501' },
    });
    await Promise.all([reader.close(), owner.close()]);
    await database.execute(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
});

describe('a store that is closed', () => {
  it('answers what it was asked before', async () => {
    const store = await openPostgresStore(database.newSchema().url);
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a', { vector: (index) => pointing(8, index) })] });
    const asked = Array.from({ length: 20 }, () => nearest(store, pointing(8, 1)));
    await store.close();
    for (const found of await Promise.all(asked)) expect(found).toEqual(['a#0001']);
  });
});

// Of a real server, each connection has its own.
describe('prepared statements', () => {
  let shared: TestDatabase;
  beforeAll(async () => {
    shared = await TestDatabase.start(startPglite);
  });
  afterAll(() => shared.end());

  it.each([
    ['true', true],
    ['false', false],
  ])('are named with ?prepare=%s: %s', async (prepare, areNamed) => {
    const { url, schema } = shared.newSchema({ prepare });
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    await store.searchKeyword('sea', { collection: name, limit: 1 });
    const named = await shared.execute(
      `SELECT 1 FROM pg_prepared_statements WHERE strpos(statement, '${schema}') > 0`,
    );
    expect(named.length > 0).toBe(areNamed);
    await store.close();
  });

  it('are made anew when there is much more to search: plans for few chunks take long with many', async () => {
    const { url, schema } = shared.newSchema();
    const store = await openPostgresStore(url);
    await store.ensureCollection(spec);
    const plansAfterSearch = async () => {
      await store.searchKeyword('sea', { collection: name, limit: 1 });
      return shared.execute(
        `SELECT DISTINCT substring(name FROM 'pincite .*') FROM pg_prepared_statements
         WHERE strpos(statement, '"${schema}".posting_blocks') > 0`,
      );
    };
    await store.write(name, { put: [makeRecord('a')] });
    const few = await plansAfterSearch();
    await store.write(name, { put: [makeRecord('b')] });
    expect(await plansAfterSearch()).toHaveLength(few.length);
    const text = Array.from({ length: 200 }, (_, index) => `The sea, ${index} times.`);
    await store.write(name, { put: [makeRecord('c', { text })] });
    expect((await plansAfterSearch()).length).toBeGreaterThan(few.length);
    await store.close();
  });
});
