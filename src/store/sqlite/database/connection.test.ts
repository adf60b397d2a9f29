import { mkdir, mkdtemp, rm, writeFile, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, StoreError } from '../../../errors.ts';
import { openConnection, whenFree, writeTransaction } from './connection.ts';
import { openDriver } from './driver.ts';
import { isBusy } from './engine-errors.ts';
import { makeTables } from './schema.ts';
import { databaseFile } from './address.ts';

describe('openConnection', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pincite-connection-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const url = () => `sqlite:${folder}`;

  it('makes the folder and keeps changes safe from power loss', async () => {
    const database = await openConnection(`sqlite:${path.join(folder, 'new', 'deeper')}`);
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(database.prepare('PRAGMA foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
    database.close();
  });

  it.each([
    [999, 'Update'],
    [1, 'anew'],
  ])('refuses a database whose tables are of version %i, and leaves it alone', async (version, hint) => {
    const database = await openConnection(url());
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
    await expect(openConnection(url())).rejects.toMatchObject({
      code: 'STORE',
      hint: expect.stringContaining(hint),
      context: { schemaVersion: version },
    });
  });

  it('refuses a file that is no database, and a database of somebody else', async () => {
    await writeFile(path.join(folder, databaseFile), 'not a database at all '.repeat(100));
    await expect(openConnection(url())).rejects.toMatchObject({
      hint: expect.stringContaining('for the store'),
    });
    await rm(path.join(folder, databaseFile));
    const foreign = await openDriver(path.join(folder, databaseFile), 0);
    foreign.exec('CREATE TABLE theirs (x)');
    foreign.close();
    await expect(openConnection(url())).rejects.toThrow(/does not belong to Pincite/);
  });

  it.each([
    'CREATE TABLE theirs (x)',
    'PRAGMA user_version = 3',
    'CREATE TABLE theirs (x); PRAGMA user_version = 3',
  ])('leaves the database of another program as it is: %s', async (statements) => {
    const file = path.join(folder, databaseFile);
    const foreign = await openDriver(file, 0);
    foreign.exec(statements);
    foreign.close();
    const before = await readFile(file);
    await expect(openConnection(url())).rejects.toThrow(/does not belong to Pincite/);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual([databaseFile]);
  });

  it('refuses a database whose schema is no text any more, which would end the process', async () => {
    const database = await openConnection(url());
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    const file = path.join(folder, databaseFile);
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replaceAll('record TEXT', 'record \xff\xff\xff\xff'), 'latin1');
    await expect(openConnection(url())).rejects.toMatchObject({ context: { engineCode: 'SQLITE_CORRUPT' } });
  });

  it('refuses a folder that cannot be made, and other URLs', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expect(openConnection(`${url()}/file/inside`)).rejects.toThrow(StoreError);
    await expect(openConnection('postgres://host')).rejects.toThrow(ConfigError);
    await expect(openConnection('sqlite:')).rejects.toThrow(ConfigError);
  });

  it('opens a new folder from several places at once', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => openConnection(url())));
    for (const database of databases) database.close();
    expect(databases).toHaveLength(3);
  });

  it('opens a folder whose tables another process makes meanwhile, whenever that is', async () => {
    const statements: string[] = [];
    (await openConnection(url(), { beforeStatement: (sql) => statements.push(sql) })).close();
    for (const [index] of statements.entries()) {
      const file = path.join(folder, `${index}`, databaseFile);
      await mkdir(path.dirname(file));
      const other = await openDriver(file, 0);
      let seen = 0;
      const makeThem = () => {
        if (seen++ !== index) return;
        try {
          makeTables(other, (action) => writeTransaction(other, action));
        } catch (error) {
          if (!isBusy(error)) throw error; // this process is making them at that moment
        }
      };
      const database = await openConnection(`sqlite:${path.dirname(file)}`, { beforeStatement: makeThem });
      expect(database.prepare('SELECT count(*) AS count FROM collections').get()).toMatchObject({ count: 0 });
      for (const opened of [other, database]) opened.close();
    }
    expect(statements.length).toBeGreaterThan(10);
  });

  it('waits for a writer in another connection', async () => {
    const [one, two] = await Promise.all([openConnection(url()), openConnection(url())]);
    one.exec('BEGIN IMMEDIATE');
    let attempts = 0;
    const waiting = whenFree(() => {
      attempts += 1;
      if (attempts === 2) one.exec('COMMIT');
      return writeTransaction(two, () => 'written');
    });
    expect(await waiting).toBe('written');
    expect(attempts).toBe(2);
    one.close();
    two.close();
  });

  it('does not hold up the event loop while it waits for a writer', async () => {
    const database = await openConnection(url());
    const timeout = () => database.prepare('PRAGMA busy_timeout').get<{ timeout: number }>()?.timeout;
    const atBegin: unknown[] = [];
    const watched = {
      ...database,
      exec: (sql: string) => {
        if (sql.startsWith('BEGIN')) atBegin.push(timeout());
        database.exec(sql);
      },
    };
    const before = timeout();
    writeTransaction(watched, () => 'written');
    expect(atBegin).toEqual([0]);
    expect(timeout()).toEqual(before);
    expect(before).toBeGreaterThan(0);
    database.close();
  });
});
