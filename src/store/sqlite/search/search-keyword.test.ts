import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf } from '../../../../test/contract/store/integrity.ts';
import { makeRecord, spec } from '../../../../test/contract/store/records.ts';
import type { Store } from '../../store.ts';
import { type CollectionRow, requireCollection } from '../collections.ts';
import { writeTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { checkKeywordIndex } from '../keyword-index/check.ts';
import { purgePostings } from '../maintenance/vacuum.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { openOnDisk } from '../on-disk.testing.ts';

const scope = { collection: spec.name, limit: 1000 };
const queries = ['harbour', 'silver tax of the harbour', '"north wind"', 'para*', 'number7 number8'];

/** Documents of ten chunks each, of words that all, some and single chunks have. */
const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_nothing, index) => {
    const number = from + index;
    const text = Array.from(
      { length: 10 },
      (_, part) =>
        `Paragraph ${part} of the harbour: ${number % 3 ? 'silver' : 'north wind'} tax, number${number} ${'sea '.repeat(part)}`,
    );
    return makeRecord(`d${number}`, { text, document: { language: number % 4 ? 'en' : 'de' } });
  });

const found = (store: Store) => Promise.all(queries.map((query) => store.searchKeyword(query, scope)));

describe('the keyword index of a store on disk', () => {
  let folder: string;
  let store: Store;
  /** A second connection, to look inside. */
  let database: SqlDatabase;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ folder, store, database, close } = await openOnDisk());
  });
  afterEach(() => close());

  const row = (): CollectionRow => requireCollection(database, spec.name);
  const write = async (...changes: ReturnType<typeof records>[]) => {
    for (const put of changes) await store.write(spec.name, { put });
  };
  const countOf = (table: string) =>
    database.prepare(`SELECT count(*) AS count FROM ${table}`).get<{ count: number }>()?.count ?? 0;

  it('finds the same as one that is made anew, after replacing and removing', async () => {
    await write(...records(40).map((record) => [record]));
    await write(records(10, 5));
    await store.write(spec.name, { remove: ['d1', 'd20', 'd39'] });
    const fresh = await openSqliteStore('sqlite::memory:');
    await fresh.ensureCollection(spec);
    for await (const record of store.export(spec.name)) await fresh.write(spec.name, { put: [record] });
    expect(await found(store)).toEqual(await found(fresh));
    expect(faultsOf(database)).toEqual([]);
    await fresh.close();
  });

  it('goes on analysing anew where another process stopped, while documents come and go', async () => {
    await write(records(60));
    const expected = await found(store);
    const controller = new AbortController();
    database.exec(
      "UPDATE collections SET analyser = 'other'; UPDATE keyword_segments SET analyser = 'other'",
    );
    const first = store.searchKeyword('harbour', { ...scope, signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(first).rejects.toThrow('abort');
    expect(row().analyser).toBe('other');
    expect(countOf("keyword_segments WHERE analyser <> 'other'")).toBeGreaterThan(0);
    database.exec("DELETE FROM documents WHERE document_id = x'6431'");
    const [early] = await Promise.all([store.searchKeyword('number2', scope), write(records(1, 1))]);
    expect(early.hits).toHaveLength(10);
    expect(await found(store)).toEqual(expected);
    expect(faultsOf(database)).toEqual([]);
  });

  it.each([
    ['a page', 'UPDATE keyword_pages SET entries = CAST(substr(entries, 2) AS BLOB)'],
    ['all pages', 'DELETE FROM keyword_segment_chunks'],
    ['lengths', 'UPDATE keyword_segment_chunks SET lengths = zeroblob(length(lengths))'],
    ['counts', `UPDATE keyword_segments SET posting_count = CAST(x'ff' AS TEXT)`],
  ])('is made anew when %s are damaged', async (_, damage) => {
    await write(records(4));
    const expected = await found(store);
    database.exec(damage);
    const reopened = await openSqliteStore(`sqlite:${folder}`);
    expect(await found(reopened)).toEqual(expected);
    await reopened.close();
    expect(checkKeywordIndex(database, row())).toEqual([]);
  });

  it('lets a write go through when what it would merge is damaged', async () => {
    await write(...records(7).map((record) => [record]));
    database.exec('UPDATE keyword_pages SET checksum = 1');
    await write(records(1, 7));
    expect((await store.searchKeyword('number7', scope)).hits).toHaveLength(10);
    expect(faultsOf(database)).toEqual([]);
  });

  it('comes to the end of a merge whose counts are damaged', { timeout: 20_000 }, async () => {
    await write(...records(7).map((record) => [record]));
    database.exec(`UPDATE keyword_segments SET posting_count = 1e15`);
    await write(records(1, 7));
    await store.maintenance?.vacuum();
    expect((await store.searchKeyword('number7', scope)).hits).toHaveLength(10);
    expect(faultsOf(database)).toEqual([]);
  });

  it('tells when it is not what the texts say', async () => {
    await write(records(3));
    expect(checkKeywordIndex(database, row())).toEqual([]);
    database.exec("UPDATE chunk_bodies SET content = x'61' WHERE chunk = 1; DROP TRIGGER keyword_removal");
    database.exec(
      "DELETE FROM documents WHERE document_id = x'6431'; DROP TRIGGER document_language_removed",
    );
    database.exec("DELETE FROM documents WHERE document_id = x'6432'");
    database.exec('UPDATE chunks SET collection_id = 99 WHERE id = 2');
    expect(checkKeywordIndex(database, row())).toEqual([
      '1 chunks have other terms in the keyword index than in their text',
      '21 chunks that have gone are still in the keyword index',
      'the numbers of documents by language are wrong',
    ]);
    database.exec('UPDATE chunks SET collection_id = 1 WHERE id = 2; DELETE FROM keyword_segments');
    expect(checkKeywordIndex(database, row())[0]).toBe('10 chunks are not in the keyword index');
  });

  it('keeps no word of chunks that have gone once it is purged', async () => {
    await write(...records(9).map((record) => [record]));
    await write([makeRecord('secret', { text: ['The word zyzzyva stands here alone.'] })]);
    const has = () =>
      countOf("keyword_pages WHERE instr(entries, CAST('zyzzyva' AS BLOB)) > 0") +
      countOf('keyword_removals');
    await store.write(spec.name, { remove: ['secret', 'd4'] });
    const expected = await found(store);
    expect(has()).toBeGreaterThan(1);
    while (writeTransaction(database, () => purgePostings(database, row())));
    expect(has()).toBe(0);
    expect(await found(store)).toEqual(expected);
    await store.write(spec.name, { remove: records(9).map(({ document }) => document.documentId) });
    while (writeTransaction(database, () => purgePostings(database, row())));
    expect(countOf('keyword_segments') + countOf('keyword_pages') + countOf('keyword_removals')).toBe(0);
    expect((await found(store)).map(({ hits }) => hits)).toEqual(queries.map(() => []));
  });

  it('merges while nothing is written', async () => {
    for (const record of records(30)) await store.write(spec.name, { put: [record] });
    database.exec(
      "UPDATE keyword_segments SET state = 'obsolete' WHERE id = (SELECT min(id) FROM keyword_segments)",
    );
    await store.write(spec.name, { remove: ['d29'] });
    await expect.poll(() => countOf("keyword_segments WHERE state <> 'live'")).toBe(0);
  });
});
