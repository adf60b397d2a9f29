import { storeWith } from '../../../test/support/store-with.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePagedRecord, makeRecord, spec } from '../../../test/contract/store/records.ts';
import { collect } from '../../../test/support/collect.ts';
import { startPostgres, type PostgresServer } from '../../../test/support/postgres-server.ts';
import { openPostgresStore } from '../../store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { DocumentRecord, Store } from '../../store/store.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { copyCollections } from './copy.ts';
import { referenceOf, withOriginal } from './receive.ts';

const name = spec.name;
const inMemory = () => openSqliteStore('sqlite::memory:');
const copy = (source: Store, target: Store) => copyCollections({ store: source }, { store: target });

async function recordsOf(store: Store): Promise<Map<string, DocumentRecord>> {
  const records = await collect(store.export(name));
  const whole = await Promise.all(records.map((record) => withOriginal(store, name, record)));
  return new Map(whole.map((record) => [referenceOf(record.document), record]));
}

/** Everything of the source stands in the target as it is; what it has removed between two copies may be there too. */
async function expectCopied(source: Store, target: Store): Promise<void> {
  const [originals, copies] = await Promise.all([recordsOf(source), recordsOf(target)]);
  for (const [reference, record] of originals) expect(copies.get(reference)).toEqual(record);
  expect(await target.collectionModel(name)).toEqual(await source.collectionModel(name));
}

interface Change {
  readonly put: readonly DocumentRecord[];
  readonly remove: readonly string[];
  readonly keepVersions: boolean;
  readonly patch: Record<string, string>;
  /** Of chunks, otherwise of documents. */
  readonly ofChunks: boolean;
  readonly copiesNow: boolean;
}

const ids = fc.constantFrom('a', 'b', '漢字', 'nul\u0000');
const texts = fc.array(fc.constantFrom('A silver tax.', 'half \ud83d', '', 'nul \u0000', 'é'), {
  maxLength: 3,
});
const days = fc
  .integer({ min: 1, max: 28 })
  .map((day) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`);
const document = fc
  .record({ id: ids, text: texts, day: days, tags: fc.array(ids), keepsOriginal: fc.boolean() })
  .map(({ id, text, day, tags, keepsOriginal }): DocumentRecord => {
    const original = Buffer.from(`${id} ${text.join(' ')}`);
    const sourceHash = sha256(original);
    const record = makeRecord(id, { text, document: { sourceHash, tags, ingestedAt: day, updatedAt: day } });
    return keepsOriginal ? { ...record, original } : record;
  });
const changes: fc.Arbitrary<Change> = fc.record({
  put: fc.uniqueArray(fc.oneof(document, fc.constant(makePagedRecord())), {
    maxLength: 3,
    selector: (record) => record.document.documentId,
  }),
  remove: fc.array(ids, { maxLength: 1 }),
  keepVersions: fc.boolean(),
  patch: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom('1', 'é'), { noNullPrototype: true }),
  ofChunks: fc.boolean(),
  copiesNow: fc.boolean(),
});

async function apply(store: Store, { put, remove, keepVersions, patch, ofChunks }: Change): Promise<void> {
  await store.write(name, { put, remove, keepVersions });
  const target = ofChunks ? { chunkIds: ['a#0000', 'a#v1#0000', 'b#v2#0001'] } : { documentIds: ['a', 'b'] };
  await store.updateMetadata(name, { target, patch });
}

describe('a copy of any collection', () => {
  let server: PostgresServer;
  let postgres: Store;
  beforeAll(async () => {
    server = await startPostgres();
    postgres = await openPostgresStore(server.url);
  });
  afterAll(async () => {
    await postgres.close();
    await server.kill();
  });

  it('equals it record by record, from SQLite to PostgreSQL and back', async () => {
    const histories = fc.array(changes, { minLength: 1, maxLength: 5 });
    const tables = fc.option(fc.uint8Array({ minLength: 1, maxLength: 8 }), { nil: undefined });
    const property = fc.asyncProperty(histories, tables, async (history, table) => {
      const [source, back] = await Promise.all([inMemory(), inMemory()]);
      try {
        await source.ensureCollection({ ...spec, ...(table && { table }) });
        for (const one of history) {
          await apply(source, one);
          if (one.copiesNow) await copy(source, postgres);
        }
        await copy(source, postgres);
        await expectCopied(source, postgres);
        await copy(postgres, back);
        await expectCopied(postgres, back);
      } finally {
        if (await postgres.collection(name)) await postgres.removeCollection(name);
        await Promise.all([source.close(), back.close()]);
      }
    });
    await fc.assert(property, { numRuns: 10 });
  });
});

const put = (store: Store, ...records: DocumentRecord[]) => store.write(name, { put: records });

/** The store, which first does something else when it is written to for the given time. */
function writingAfter(store: Store, before: (time: number) => Promise<unknown>): Store {
  let times = 0;
  const write: Store['write'] = async (...given) => {
    await before((times += 1));
    return store.write(...given);
  };
  return storeWith(store, { write });
}

/** The store, which says what is read from it to be copied, and what to be compared. */
function watched(store: Store, read: string[]): Store {
  return storeWith(store, {
    async *export(...given: Parameters<Store['export']>) {
      const purpose = given[1]?.documentIds ? 'copied' : 'compared';
      for await (const record of store.export(...given)) {
        read.push(`${purpose} ${record.document.documentId}`);
        yield record;
      }
    },
  });
}

/** The store, which writes another context for the chunks of one document. */
function spoiling(store: Store, documentId: string): Store {
  const spoil = (record: DocumentRecord): DocumentRecord =>
    record.document.documentId === documentId
      ? { ...record, chunks: record.chunks.map((chunk) => ({ ...chunk, context: 'Another' })) }
      : record;
  const write: Store['write'] = (collection, change, options) =>
    store.write(collection, { ...change, put: change.put?.map(spoil) ?? [] }, options);
  return storeWith(store, { write });
}

describe('a copy', () => {
  let source: Store;
  let target: Store;
  beforeEach(async () => {
    source = await inMemory();
    target = await inMemory();
    await source.ensureCollection(spec);
    return () => Promise.all([source.close(), target.close()]);
  });

  it('is refused where both are one store', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pincite-copy-'));
    const one = await openSqliteStore(`sqlite:${folder}`);
    const same = await openSqliteStore(`sqlite:${relative('.', folder)}`);
    await expect(copy(one, same)).rejects.toThrow('is the store that is copied');
    await Promise.all([one.close(), same.close()]);
    await rm(folder, { recursive: true });
  });

  it('that was broken off goes on with what is missing', async () => {
    const all = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}`);
    await put(source, ...all.map((id) => makeRecord(id)));
    const failing = writingAfter(target, async (time) => {
      if (time === 2) throw new Error('no disk');
    });
    await expect(copy(source, failing)).rejects.toThrow('no disk');
    const documentsSkipped = (await target.documents(name)).length;
    const missing = all.slice(documentsSkipped);
    expect([documentsSkipped, missing.length].every((count) => count > 0)).toBe(true);
    const readFrom: string[] = [];
    const result = await copy(watched(source, readFrom), target);
    expect(result).toMatchObject({
      documentsInserted: missing.length,
      documentsSkipped,
      documentsChecked: 300,
    });
    expect(readFrom).toEqual([...missing.map((id) => `copied ${id}`), ...all.map((id) => `compared ${id}`)]);
  });

  it('has what changed, came and went in the source meanwhile', async () => {
    await put(source, ...['a', 'b', 'c'].map((id) => makeRecord(id)));
    const changing = writingAfter(target, async (time) => {
      if (time !== 1) return;
      await put(source, makeRecord('a', { text: ['Changed.'] }), makeRecord('late'));
      await source.updateMetadata(name, { target: { chunkIds: ['c#0000'] }, patch: { seen: true } });
      await source.write(name, { remove: ['b'] });
    });
    expect(await copy(source, changing)).toMatchObject({ documentsChecked: 3 });
    expect(await recordsOf(target)).toEqual(await recordsOf(source));
  });

  it('mends what differs in the target though documents say the same', async () => {
    await put(source, makeRecord('a'), makeRecord('b'));
    await target.ensureCollection(spec);
    await put(target, makeRecord('a', { chunk: () => ({ kind: 'table' }) }));
    expect(await copy(source, target)).toMatchObject({ documentsReplaced: 1, documentsInserted: 1 });
    expect(await recordsOf(target)).toEqual(await recordsOf(source));
  });

  it('that stays different is an error that names the documents', async () => {
    await put(source, makeRecord('a'), makeRecord('b'), makeRecord('c'));
    await expect(copy(source, spoiling(target, 'b'))).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringMatching(/documents of papers differ .*: b$/),
      context: { collection: name, documents: ['b'] },
    });
  });

  it('takes the place of a document with a history of its own', async () => {
    await target.ensureCollection(spec);
    for (const store of [source, target]) {
      for (const text of store === source ? ['1', '2'] : ['other 1', 'other 2', 'other 3']) {
        await store.write(name, { put: [makeRecord('a', { text: [text] })], keepVersions: true });
      }
    }
    await copy(source, target);
    expect(await recordsOf(target)).toEqual(await recordsOf(source));
  });
});
