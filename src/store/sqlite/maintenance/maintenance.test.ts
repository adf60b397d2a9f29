import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePagedRecord, makeRecord, spec, unitVector } from '../../../../test/contract/store/records.ts';
import { parseFilter } from '../../filter/parse-filter.ts';
import type { DocumentRecord, Store } from '../../store.ts';
import type { StoreMaintenance } from '../../maintenance.ts';
import { openConnection } from '../database/connection.ts';
import { openDriver, type SqlDatabase } from '../database/driver.ts';
import { databaseFile } from '../database/address.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { sha256 } from '../../../util/ids/hash.ts';
import { restoreStore } from './restore.ts';
import { vacuumStore } from './vacuum.ts';
import { openOriginals } from '../write/originals.ts';

let root: string;
let store: Store;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pincite-maintenance-'));
  store = await openSqliteStore(url());
  await store.ensureCollection(spec);
});
afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

const folder = () => path.join(root, 'store');
const url = () => `sqlite:${folder()}`;
const maintenance = (of: Store = store) => of.maintenance as StoreMaintenance;
const put = (...records: DocumentRecord[]) => store.write(spec.name, { put: records });

const backup = () => path.join(root, 'backups', 'monday');
const elsewhere = () => `sqlite:${path.join(root, 'new', 'store')}`;

/** The files that hold the sentinel, or the beginning of it. */
function grep(): string {
  try {
    return execFileSync('grep', ['-rliaE', 'xylophonequartz|Xylo', folder()], { encoding: 'utf8' });
  } catch {
    return ''; // grep found nothing
  }
}

async function contents(of: Store): Promise<DocumentRecord[]> {
  const records: DocumentRecord[] = [];
  for await (const record of of.export(spec.name)) records.push(record);
  return records;
}

function withOriginal(id: string, bytes: string): DocumentRecord {
  const original = Buffer.from(bytes);
  return { ...makeRecord(id, { document: { sourceHash: sha256(original) } }), original };
}

/** Changes the database as no part of the program would. */
async function tamper(action: (database: SqlDatabase) => void): Promise<void> {
  const database = await openConnection(url());
  database.exec('PRAGMA foreign_keys = OFF');
  action(database);
  database.close();
}

describe('check', () => {
  it('finds nothing wrong with what was added, replaced and removed', async () => {
    await put(makePagedRecord(), makeRecord('a'), makeRecord('b'), withOriginal('c', 'bytes'));
    await store.write(spec.name, { put: [makeRecord('a', { text: ['other'] })], remove: ['b'] });
    await store.write(spec.name, { put: [makeRecord('a', { text: ['third'] })], keepVersions: true });
    await store.updateMetadata(spec.name, {
      target: { documentIds: ['a'] },
      patch: { tags: ['x', 'y'], due: '2026-01-01', big: 1e21, yes: true },
    });
    await store.updateMetadata(spec.name, { target: { chunkIds: ['paged#0001'] }, patch: { seen: false } });
    expect(await maintenance().check()).toEqual({ documents: 4, chunks: 6, problems: [] });
  });

  const damages: [string, string, RegExp][] = [
    [
      'a text that changed',
      `UPDATE document_texts SET text = CAST('xx' || substr(text, 3) AS BLOB)`,
      /stored text of the document a is damaged/,
    ],
    [
      'a content that changed',
      `UPDATE chunk_bodies SET content = CAST('x' AS BLOB)`,
      /stored chunk a#0000 is damaged/,
    ],
    ['a missing chunk', `DELETE FROM chunks WHERE sequence = 0`, /should have 2 chunks and has 1/],
    ['a missing vector', `DELETE FROM vectors WHERE chunk = 1`, /should have 2 chunks and has 1/],
    ['a vector that was cut', `UPDATE vectors SET vector = substr(vector, 1, 8)`, /vector of 2 dimensions/],
    [
      'a link to nowhere',
      `UPDATE chunks SET next_chunk_id = CAST('a#0009' AS BLOB)`,
      /stored chunk a#0000 is damaged/,
    ],
    ['a chunk of another collection', `UPDATE chunks SET collection_id = 77`, /stored in two ways/],
    ['a record that is no JSON', `UPDATE documents SET record = '{'`, /cannot be read/],
    ['a number that is a blob', `UPDATE chunks SET char_start = x'ff'`, /cannot be read/],
    [
      'a number that is text of no characters',
      `UPDATE chunks SET char_start = CAST(x'ff' AS TEXT)`,
      /cannot be read/,
    ],
    ['a size that disagrees', `UPDATE documents SET bytes = 1`, /its size is stored in two ways/],
  ];
  it.each(damages)('reports %s with its document, and leaves it', async (_, sql, message) => {
    await put(makeRecord('a'));
    await tamper((database) => database.exec(sql));
    const { problems } = await maintenance().check({ repair: true });
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(message);
    const place = { collection: spec.name, documentId: 'a', isRepaired: false };
    expect(problems.filter(({ documentId }) => documentId === 'a')).not.toEqual([]);
    for (const problem of problems) if (problem.documentId) expect(problem).toMatchObject(place);
  });

  it('reports an original that is missing or damaged', async () => {
    await put(withOriginal('a', 'one'), withOriginal('b', 'two'));
    const originals = path.join(folder(), 'originals');
    await rm(path.join(originals, sha256(Buffer.from('one'))));
    await writeFile(path.join(originals, sha256(Buffer.from('two'))), 'TWO');
    const { problems } = await maintenance().check();
    expect(problems).toMatchObject([
      { documentId: 'a', message: expect.stringContaining('missing') },
      { documentId: 'b', message: expect.stringContaining('damaged') },
    ]);
  });

  it('repairs what follows from the documents', async () => {
    await put(makeRecord('a', { document: { metadata: { color: 'red' } } }), makePagedRecord());
    await tamper((database) => {
      database.exec('DELETE FROM chunk_fields');
      database.exec('UPDATE document_fields SET value = NULL');
      database.exec('UPDATE document_columns SET total_chars = 0');
      database.exec(`INSERT INTO document_texts (document, text, sections) VALUES (99, x'00', '[]')`);
    });
    const before = await maintenance().check();
    expect(before.problems.map(({ isRepaired }) => isRepaired)).toEqual([false, false, false]);
    const repaired = await maintenance().check({ repair: true });
    expect(repaired.problems.map(({ isRepaired }) => isRepaired)).toEqual([true, true, true]);
    expect(await maintenance().check()).toMatchObject({ problems: [] });
    expect(await store.documents(spec.name, parseFilter({ color: 'red' }))).toHaveLength(1);
  });

  it('reports damage of the file', async () => {
    await put(...Array.from({ length: 30 }, (_, index) => makeRecord(`d${index}`)));
    await maintenance().vacuum();
    await store.close();
    const file = path.join(folder(), databaseFile);
    const bytes = await readFile(file);
    bytes.fill(0xff, 4096 * 5, 4096 * 5 + 400);
    await writeFile(file, bytes);
    store = await openSqliteStore(url());
    const { problems } = await maintenance().check();
    expect(problems.length).toBeGreaterThan(0);
  });
});

describe('vacuum', () => {
  const sentinel = 'xylophonequartz';

  it('leaves nothing of deleted text in any byte of the folder, and makes it smaller', async () => {
    const text = Array.from(
      { length: 300 },
      (_, index) => `Paragraph ${index} about ${sentinel} and harbours.`,
    );
    await put(
      { ...makeRecord('gone', { text, document: { title: sentinel } }), original: Buffer.from(sentinel) },
      makeRecord('stays'),
    );
    expect(grep()).not.toBe('');
    await store.write(spec.name, { remove: ['gone'] });
    const { bytesBefore, bytesAfter } = await maintenance().vacuum();
    expect(grep()).toBe('');
    expect(bytesAfter).toBeLessThan(bytesBefore / 2);
    expect(await contents(store)).toHaveLength(1);
    expect((await store.searchKeyword('sea', { collection: spec.name, limit: 5 })).hits).toHaveLength(1);
    expect(await maintenance().check()).toMatchObject({ problems: [] });
  });

  it('waits for a writer and for a reader of an old state', async () => {
    await put(makeRecord('a'));
    const other = await openConnection(url());
    other.exec('BEGIN IMMEDIATE');
    const vacuumed = maintenance().vacuum();
    setTimeout(() => {
      other.exec('COMMIT');
      other.exec('BEGIN');
      other.prepare('SELECT count(*) FROM documents').get();
      setTimeout(() => other.exec('COMMIT'), 300);
    }, 200);
    await vacuumed;
    other.close();
    expect(await contents(store)).toHaveLength(1);
  });

  it('says so when a reader does not end', async () => {
    await put(makeRecord('a'));
    const other = await openConnection(url());
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM documents').get();
    await put(makeRecord('b'));
    const files = { database: await openConnection(url()), originals: openOriginals(folder()) };
    await expect(vacuumStore(files, { patienceMs: 10 })).rejects.toMatchObject({
      code: 'STORE',
      hint: expect.stringContaining('Stop that process'),
    });
    other.exec('COMMIT');
    files.database.close();
    other.close();
    expect(await contents(store)).toHaveLength(2);
  });

  it('does nothing to a store in memory but what it says', async () => {
    const inMemory = await openSqliteStore('sqlite::memory:');
    expect(await maintenance(inMemory).vacuum()).toEqual({ bytesBefore: 0, bytesAfter: 0 });
    await inMemory.close();
  });
});

describe('backup', () => {
  it('is a store of its own that has everything', async () => {
    await put(makePagedRecord(), withOriginal('a', 'the bytes'), makeRecord('b'));
    expect(await maintenance().backup(backup())).toMatchObject({
      folder: backup(),
      collections: 1,
      documents: 3,
      chunks: 6,
    });
    const copy = await openSqliteStore(`sqlite:${backup()}`);
    expect(await contents(copy)).toEqual(await contents(store));
    expect(Buffer.from((await copy.original(spec.name, 'a')) ?? []).toString()).toBe('the bytes');
    const scope = { collection: spec.name, limit: 10 };
    expect(await copy.searchVector(unitVector('q'), scope)).toEqual(
      await store.searchVector(unitVector('q'), scope),
    );
    await copy.close();
    expect(await readdir(path.join(root, 'backups'))).toEqual(['monday']);
  });

  it('holds one state while others write', async () => {
    await put(makeRecord('a0'), makeRecord('b0'));
    const other = await openSqliteStore(url());
    const stop = new AbortController();
    const writing = (async () => {
      for (let number = 1; !stop.signal.aborted; number += 1) {
        await nextTurn();
        const change = { put: [makeRecord(`a${number}`), makeRecord(`b${number}`)] };
        await other.write(spec.name, { ...change, remove: [`a${number - 1}`, `b${number - 1}`] });
      }
    })();
    await maintenance().backup(backup());
    stop.abort();
    await writing;
    await other.close();
    const copy = await openSqliteStore(`sqlite:${backup()}`);
    const ids = (await copy.documents(spec.name)).map(({ documentId }) => documentId);
    expect(ids).toHaveLength(2);
    expect(ids[0]?.slice(1)).toBe(ids[1]?.slice(1));
    await copy.close();
  });

  it('overwrites nothing but an earlier backup, and that only when told to', async () => {
    await put(makeRecord('a'));
    await maintenance().backup(backup());
    await expect(maintenance().backup(backup())).rejects.toThrow(/holds a backup/);
    await put(makeRecord('b'));
    expect(await maintenance().backup(backup(), { force: true })).toMatchObject({ documents: 2 });
    await mkdir(path.join(root, 'other'));
    await writeFile(path.join(root, 'other', 'thesis.txt'), 'years of work');
    const there = maintenance().backup(path.join(root, 'other'), { force: true });
    await expect(there).rejects.toThrow(/something else/);
    const inside = maintenance().backup(path.join(folder(), 'backup'));
    await expect(inside).rejects.toThrow(/in the folder of the store/);
  });

  it.skipIf(process.platform !== 'linux')('says what to do about a folder that cannot be made', async () => {
    const refused = maintenance().backup('/proc/pincite-backup');
    await expect(refused).rejects.toMatchObject({ code: 'STORE', hint: expect.stringMatching(/may write/) });
  });

  it('leaves nothing when it is stopped', async () => {
    await put(makeRecord('a'));
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(maintenance().backup(backup(), { signal })).rejects.toThrow('stopped');
    expect(await readdir(path.join(root, 'backups'))).toEqual([]);
  });

  it('replaces no database of another program, even when told to', async () => {
    await put(makeRecord('a'));
    for (const [name, make] of [
      [
        'database',
        (file: string) =>
          openDriver(file, 0).then((other) => (other.exec('CREATE TABLE x (y)'), other.close())),
      ],
      ['file', (file: string) => writeFile(file, 'anything '.repeat(999))],
    ] as const) {
      const theirs = path.join(root, name);
      await mkdir(theirs);
      await make(path.join(theirs, databaseFile));
      const before = await readFile(path.join(theirs, databaseFile));
      await expect(maintenance().backup(theirs, { force: true })).rejects.toMatchObject({ code: 'STORE' });
      await maintenance().backup(backup(), { force: true });
      await expect(restoreStore(backup(), `sqlite:${theirs}`, { force: true })).rejects.toThrow(/Pincite/);
      expect((await readFile(path.join(theirs, databaseFile))).equals(before)).toBe(true);
    }
  });

  it('can be made of a store in memory', async () => {
    const inMemory = await openSqliteStore('sqlite::memory:');
    await inMemory.ensureCollection(spec);
    await inMemory.write(spec.name, { put: [withOriginal('a', 'kept')] });
    expect(await maintenance(inMemory).backup(backup())).toMatchObject({ documents: 1 });
    await inMemory.close();
  });
});

const deadProcess = () => spawnSync(process.execPath, ['-e', '']).pid;
const nameOf = (writer: number) => `${writer}-${sha256(hostname()).slice(0, 8)}-${randomUUID()}`;
const named = (beside: string, writer: number, role = 'unfinished') => `${beside}.${role}-${nameOf(writer)}`;
const make = async (copy: string, file = databaseFile) => {
  await mkdir(copy, { recursive: true });
  await writeFile(path.join(copy, file), 'deleted text');
  return copy;
};
const note = async (copy: string, text = JSON.stringify(copy)) => {
  await mkdir(path.join(folder(), 'backups'), { recursive: true });
  await writeFile(path.join(folder(), 'backups', nameOf(deadProcess())), text);
  return copy;
};

describe('what killed backups and restores left behind', () => {
  it('is named by a check, and goes with a vacuum, a removal or a repair; nothing else does', async () => {
    await put(makeRecord('a'), makeRecord('b'));
    const sweeps = [
      () => maintenance().check({ repair: true }),
      () => store.write(spec.name, { remove: ['a'] }),
      () => maintenance().vacuum(),
      () => store.removeCollection(spec.name),
    ];
    const restore = path.join(folder(), 'restore');
    const spared = [
      await note(await make(named(backup(), process.pid))),
      await make(named(restore, process.pid)),
      await note(await make(named(backup(), deadProcess()), 'thesis.txt')),
      await note(await make(path.join(root, 'documents'))),
      await make(named(backup(), deadProcess()).replace(/-[0-9a-f]{8}-/, '-00000000-')),
    ];
    for (const sweep of sweeps) {
      const left = [
        await note(await make(named(backup(), deadProcess()))),
        await make(named(restore, deadProcess())),
      ];
      const { problems } = await maintenance().check();
      expect(problems.map(({ message }) => message).sort()).toEqual(
        left.map((copy) => expect.stringContaining(copy)).sort(),
      );
      await sweep();
      expect(left.filter((copy) => existsSync(copy))).toEqual([]);
    }
    expect(spared.filter((copy) => !existsSync(copy))).toEqual([]);
    await store.ensureCollection(spec);
  });

  it('makes room for the next backup, and an earlier one that was moved aside comes back', async () => {
    await put(makeRecord('a'));
    await maintenance().backup(backup());
    await rename(backup(), named(backup(), deadProcess(), 'replaced'));
    await make(named(backup(), deadProcess()));
    await expect(maintenance().backup(backup())).rejects.toThrow(/holds a backup/);
    expect(await readdir(path.dirname(backup()))).toEqual(['monday']);
    await maintenance().backup(backup(), { force: true });
    expect(await readdir(path.dirname(backup()))).toEqual(['monday']);
    expect(await readdir(path.join(folder(), 'backups'))).toEqual([]);
  });

  it('is an earlier backup too, which goes once another one has its place', async () => {
    await put(makeRecord('a'));
    await maintenance().backup(backup());
    const earlier = await make(named(backup(), deadProcess(), 'replaced'));
    await note(named(backup(), deadProcess()));
    const { problems } = await maintenance().check();
    expect(problems).toMatchObject([{ message: expect.stringContaining(earlier) }]);
    await maintenance().vacuum();
    expect(await readdir(path.dirname(backup()))).toEqual(['monday']);
  });

  it('is a note that was never written, and goes', async () => {
    await put(makeRecord('a'));
    await note('', '');
    await maintenance().vacuum();
    expect(await readdir(path.join(folder(), 'backups'))).toEqual([]);
  });
});

describe('restore', () => {
  it('makes a new store of a backup', async () => {
    await put(withOriginal('a', 'kept'), makePagedRecord());
    await maintenance().backup(backup());
    expect(await restoreStore(backup(), elsewhere())).toEqual({ collections: 1, documents: 2, chunks: 4 });
    const restored = await openSqliteStore(elsewhere());
    expect(await contents(restored)).toEqual(await contents(store));
    expect(await restored.original(spec.name, 'a')).toBeDefined();
    expect(await maintenance(restored).check()).toMatchObject({ problems: [] });
    await restored.close();
  });

  it('replaces a store only when told to, and only when nobody has it open', async () => {
    await put(makeRecord('a'));
    await maintenance().backup(backup());
    await store.write(spec.name, { put: [makeRecord('b')], remove: ['a'] });
    await expect(restoreStore(backup(), url())).rejects.toThrow(/already/);
    await expect(restoreStore(backup(), url(), { force: true })).rejects.toThrow(/open in a process/);
    expect((await contents(store))[0]?.document.documentId).toBe('b');
    await store.close();
    await restoreStore(backup(), url(), { force: true });
    store = await openSqliteStore(url());
    expect((await contents(store)).map(({ document }) => document.documentId)).toEqual(['a']);
    expect((await readdir(folder())).filter((name) => name.startsWith('restore'))).toEqual([]);
  });

  it('replaces a store that is damaged beyond opening', async () => {
    await put(makeRecord('a'));
    await maintenance().backup(backup());
    await store.close();
    const file = path.join(folder(), databaseFile);
    const header = (await readFile(path.join(backup(), databaseFile))).subarray(0, 100);
    await rm(`${file}-wal`, { force: true }); // whole pages wait there, if they were not moved yet
    await writeFile(file, Buffer.concat([header, Buffer.from('rubbish '.repeat(1000))]));
    await expect(restoreStore(backup(), url())).rejects.toThrow(/already/);
    await restoreStore(backup(), url(), { force: true });
    store = await openSqliteStore(url());
    expect(await contents(store)).toHaveLength(1);
  });

  it('refuses a backup that is damaged or incomplete, and leaves the store alone', async () => {
    await put(
      withOriginal('a', 'kept'),
      ...Array.from({ length: 30 }, (_, index) => makeRecord(`d${index}`)),
    );
    await maintenance().backup(backup());
    const [original] = await readdir(path.join(backup(), 'originals'));
    await rm(path.join(backup(), 'originals', original ?? ''));
    await expect(restoreStore(backup(), elsewhere())).rejects.toThrow(/missing/);
    await maintenance().backup(backup(), { force: true });
    const file = path.join(backup(), databaseFile);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
    await expect(restoreStore(backup(), elsewhere())).rejects.toThrow(
      /StoreError|damaged|malformed|cannot be used/,
    );
    const foreign = await openDriver(file, 0).catch(() => undefined);
    foreign?.close();
    await expect(restoreStore(path.join(root, 'absent'), elsewhere())).rejects.toThrow(/has no pincite.db/);
    expect(existsSync(path.join(root, 'new'))).toBe(false);
  });
});
