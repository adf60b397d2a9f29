import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf } from '../../../test/contract/store/integrity.ts';
import { makePagedRecord, makeRecord, spec, unitVector } from '../../../test/contract/store/records.ts';
import { collect } from '../../../test/support/collect.ts';
import { EmbeddingDimensionError, EmbeddingModelMismatchError, StoreError } from '../../errors.ts';
import type { Store } from '../store.ts';
import type { SqlDatabase } from './database/driver.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { openOnDisk } from './on-disk.testing.ts';

const scope = { collection: spec.name, limit: 10 };
const fileOf = (name: string) => ({
  root: '/files',
  path: name,
  size: 5,
  modifiedMs: 1,
  changedMs: 1,
  checkedMs: 1,
});

describe('openSqliteStore', () => {
  let folder: string;
  let store: Store;
  /** A second connection, to look inside. */
  let database: SqlDatabase;
  let close: () => Promise<void>;

  beforeEach(async () => {
    ({ folder, store, database, close } = await openOnDisk());
  });
  afterEach(() => close());

  const put = (...ids: string[]) => store.write(spec.name, { put: ids.map((id) => makeRecord(id)) });
  const rows = (table: string) =>
    database.prepare(`SELECT count(*) AS count FROM ${table}`).get<{ count: number }>()?.count;

  it('leaves no orphan in any table', async () => {
    await put('a', 'b', 'c');
    await put('b');
    await store.updateMetadata(spec.name, { target: { chunkIds: ['b#0000'] }, patch: { checked: true } });
    expect(faultsOf(database)).toEqual([]);
    await store.write(spec.name, { remove: ['a', 'b', 'c'] });
    expect(faultsOf(database)).toEqual([]);
    for (const table of [
      'documents',
      'chunks',
      'vectors',
      'chunk_fields',
      'document_fields',
      'document_columns',
    ]) {
      expect(rows(table)).toBe(0);
    }
    await put('d');
    await store.removeCollection(spec.name);
    expect(rows('chunks')).toBe(0);
    for (const table of ['keyword_segments', 'keyword_pages', 'keyword_removals', 'document_languages']) {
      expect(rows(table)).toBe(0);
    }
  });

  it('refuses, without changing anything, what the engine refuses', async () => {
    await put('a');
    database.exec(`CREATE TRIGGER full BEFORE INSERT ON vectors WHEN new.chunk > 3
      BEGIN SELECT raise(ABORT, 'no more room'); END`);
    await expect(put('b')).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('no more room'),
    });
    expect(faultsOf(database)).toEqual([]);
    expect(rows('documents')).toBe(1);
  });

  it('refuses what no longer fits when the collection is made anew while the writer waits', async () => {
    for (const [change, error] of [
      ['dimensions = 4', EmbeddingDimensionError],
      ["embedding_model = 'other'", EmbeddingModelMismatchError],
    ] as const) {
      database.exec('BEGIN IMMEDIATE');
      database.exec(`UPDATE collections SET ${change}`);
      // Reads the collection as it was, and comes to the transaction later.
      const writing = put('a');
      database.exec('COMMIT');
      await expect(writing).rejects.toThrow(error);
      database.exec(`UPDATE collections SET dimensions = ${spec.dimensions}`);
    }
    expect(rows('documents')).toBe(0);
  });

  it('stops waiting for another writer when the signal says so, and stores nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    database.exec('BEGIN IMMEDIATE');
    const writing = store.write(spec.name, { put: [makeRecord('a')] }, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(writing).rejects.toBe(reason);
    database.exec('ROLLBACK');
    expect(rows('documents')).toBe(0);
  });

  it('reads on while another connection writes', async () => {
    await put('a');
    database.exec('BEGIN IMMEDIATE');
    database.exec('DELETE FROM documents');
    expect(await store.searchVector(unitVector('any'), scope)).toHaveLength(2);
    expect((await store.searchKeyword('paragraph', scope)).hits).toHaveLength(1);
    database.exec('ROLLBACK');
  });

  it('makes the postings anew when they are of another analyser', async () => {
    await put('a');
    const before = await store.searchKeyword('paragraph sea', scope);
    database.exec(
      `UPDATE collections SET analyser = 'older'; UPDATE chunks SET term_count = 99;
       UPDATE keyword_segments SET analyser = 'older', posting_count = 0`,
    );
    expect(await store.searchKeyword('paragraph sea', scope)).toEqual(before);
    expect(faultsOf(database)).toEqual([]);
  });

  it('counts what another connection has written', async () => {
    await put('a');
    expect(await store.collection(spec.name)).toMatchObject({ documentCount: 1, chunkCount: 2 });
    const other = await openSqliteStore(`sqlite:${folder}`);
    await other.write(spec.name, { put: [makeRecord('b')] });
    await other.close();
    expect(await store.collection(spec.name)).toMatchObject({ documentCount: 2, chunkCount: 4 });
  });

  it.each([
    'SELECT document FROM document_fields WHERE collection_id = 1 AND key = 1 AND value > 1',
    'SELECT chunk FROM chunk_fields WHERE collection_id = 1 AND key = 1 AND value > 1',
    'SELECT count(*), total(chunk_count) FROM documents WHERE collection_id = 1',
  ])('answers from an index alone: %s', (sql) => {
    const [step] = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    expect((step as { detail: string }).detail).toContain('USING COVERING INDEX');
  });

  it('reads chunks without their vectors', async () => {
    const { chunks } = makeRecord('a');
    await put('a');
    database.exec('DELETE FROM vectors');
    const expected = chunks.map(({ chunk }) => chunk);
    expect(await store.chunks(spec.name, ['a#0000', 'a#0001'])).toEqual(expected);
    expect(await store.chunksOf(spec.name, 'a')).toEqual(expected);
  });

  it('reads chunks in parts where they are too large for one row', async () => {
    const { chunks } = makeRecord('a');
    await put('a');
    let refused = 0;
    const beforeStatement = (sql: string) => {
      if (refused > 0 || !sql.includes('group_concat(concat(c.chunk_id')) return;
      refused += 1;
      throw new StoreError('string or blob too big', { context: { engineCode: 'SQLITE_TOOBIG' } });
    };
    const limited = await openSqliteStore(`sqlite:${folder}`, { beforeStatement });
    const found = await limited.chunks(spec.name, ['a#0000', 'none', 'a#0001']);
    await limited.close();
    expect(found).toEqual(chunks.map(({ chunk }) => chunk));
    expect(refused).toBe(1);
  });

  it('ends no process over a number that damage has made text of', async () => {
    await put('a');
    database.exec(`UPDATE chunks SET char_start = CAST(x'ff' AS TEXT)`);
    expect(await store.places(spec.name, ['a#0001'])).toMatchObject([{ charStart: 0, level: 3 }]);
    await expect(store.chunks(spec.name, ['a#0001'])).rejects.toThrow(StoreError);
  });

  it('reads bytes that damage has made text of, and ends no process over them', async () => {
    const text = ['\ud83d\ude00 one', 'two'];
    const record = makeRecord('a', { text });
    await store.write(spec.name, { put: [record] });
    const expected = await collect(store.export(spec.name));
    const query = unitVector('any');
    const scores = await store.searchVector(query, scope);
    for (const [table, column] of [
      ['document_texts', 'text'],
      ['chunk_bodies', 'content'],
      ['chunk_bodies', 'context'],
      ['vectors', 'vector'],
    ]) {
      database.exec(`UPDATE ${table} SET ${column} = CAST(${column} AS TEXT)`);
    }
    const damaged = await openSqliteStore(`sqlite:${folder}`);
    expect(await collect(damaged.export(spec.name))).toEqual(expected);
    expect(await damaged.documentText(spec.name, 'a')).toBe(record.content.text);
    expect(await damaged.searchVector(query, scope)).toEqual(scores);
    expect(await damaged.vectors(spec.name, ['a#0001'])).toHaveLength(1);
    await damaged.close();
  });

  it.each([
    ['text', `UPDATE document_texts SET text = CAST('X' || substr(text, 2) AS BLOB)`],
    [
      'text of another document',
      `UPDATE document_texts SET text = (SELECT d.text FROM document_texts d WHERE d.document <> document_texts.document)`,
    ],
    ['text that is gone', 'DELETE FROM document_texts'],
    ['page', 'UPDATE pages SET char_end = char_end - 1'],
    ['layout', 'UPDATE pages SET layout = zeroblob(4)'],
    ['sections', `UPDATE document_texts SET sections = '[]'`],
    ['structure', 'UPDATE document_texts SET structure = NULL'],
  ])('gives no content of a document whose %s is damaged', async (_, damage) => {
    await store.write(spec.name, { put: [makePagedRecord(), makeRecord('a', { text: ['one'] })] });
    const sound = await store.content(spec.name, 'paged');
    database.exec(damage);
    const other = await openSqliteStore(`sqlite:${folder}`);
    await expect(other.content(spec.name, 'paged')).rejects.toMatchObject({ code: 'STORE' });
    if (/text/.test(_)) await expect(other.documentText(spec.name, 'paged')).rejects.toThrow(/damaged/);
    else expect(await other.documentText(spec.name, 'paged')).toBe(sound?.text);
    const { problems = [] } = (await other.maintenance?.check()) ?? {};
    expect(problems.some(({ message }) => /damaged/.test(message))).toBe(true);
    await other.close();
  });

  it.each([
    ['rectangles', `UPDATE chunk_bodies SET rects = replace(rects, '72', '73')`],
    ['headings', `UPDATE chunk_bodies SET record = replace(record, 'Results', 'Resulte')`],
    ['own metadata', `UPDATE chunk_bodies SET own_metadata = '{"reviewed":false}'`],
    ['place in the text', 'UPDATE chunks SET char_end = char_end + 1'],
    ['id', `UPDATE chunks SET chunk_id = CAST('x' || substr(chunk_id, 2) AS BLOB)`],
    ['document', `UPDATE chunks SET document = (SELECT max(id) FROM documents) WHERE sequence = 0`],
    ['checksum', 'DELETE FROM chunk_checksums'],
    ['title of the document', `UPDATE documents SET record = replace(record, 'About', 'Abort')`],
    ['list', 'DELETE FROM chunks WHERE sequence = 0'],
  ])('gives no chunks where damage has changed their %s', async (_, damage) => {
    await store.write(spec.name, { put: [makePagedRecord(), makeRecord('a', { text: ['one'] })] });
    database.exec(damage);
    await expect(store.chunksOf(spec.name, 'paged')).rejects.toThrow(/damaged/);
    const { problems = [] } = (await store.maintenance?.check()) ?? {};
    expect(problems.some(({ message }) => /damaged/.test(message))).toBe(true);
    await store.write(spec.name, { remove: ['paged', 'a'] });
    expect(await store.documents(spec.name)).toEqual([]);
  });

  it('says that the description of a document is damaged', async () => {
    await put('a');
    database.exec(`UPDATE documents SET record = replace(record, 'About', 'Abort')`);
    await expect(store.documentsById(spec.name, ['a'])).rejects.toThrow(
      /description of a document is damaged/,
    );
    await expect(store.documents(spec.name)).rejects.toMatchObject({ code: 'STORE' });
  });

  it.each([
    ['is removed', { remove: ['a'] }, []],
    ['comes anew', { put: [makeRecord('a')] }, []],
    ['becomes an earlier version', { put: [makeRecord('a')], keepVersions: true }, []],
    ['is followed', { seen: [{ documentId: 'a', sourcePath: '/a', file: fileOf('new') }] }, ['new']],
  ])('lets go of the place of a file that is damaged when its document %s', async (_, change, expected) => {
    await store.write(spec.name, { put: [{ ...makeRecord('a'), file: fileOf('old') }] });
    database.exec("UPDATE synced_files SET path = x'ff'");
    await store.write(spec.name, change);
    const followed = await store.syncedDocuments(spec.name, '/files');
    expect(followed.map(({ file }) => file.path)).toEqual(expected);
  });

  it('scores the other chunks as they are where damage has cut a vector short', async () => {
    await put('a', 'b');
    const among = ['a#0000', 'b#0000', 'b#0001'];
    const whole = await store.searchVector(unitVector('any'), { ...scope, among });
    database.exec('UPDATE vectors SET vector = substr(vector, 1, 31) WHERE chunk = 2');
    const found = await store.searchVector(unitVector('any'), { ...scope, among: [...among, 'a#0001'] });
    expect(found).toEqual(whole);
  });

  it('forgets texts that were removed, vectors and postings included', async () => {
    await put('a', 'b');
    await store.searchVector(unitVector('any'), scope);
    await store.write(spec.name, { remove: ['a'] });
    const left = await store.searchVector(unitVector('any'), scope);
    expect(left.map((hit) => hit.chunkId).sort()).toEqual(['b#0000', 'b#0001']);
    const fresh = await openSqliteStore(`sqlite:${folder}`);
    expect(await fresh.searchVector(unitVector('any'), scope)).toEqual(left);
    await fresh.close();
  });
});
