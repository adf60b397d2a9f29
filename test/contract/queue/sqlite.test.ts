import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { QueueDatabase } from '../../../src/queue/sqlite/queue-database.ts';
import { openSqliteQueue } from '../../../src/queue/sqlite/sqlite-queue.ts';
import { openDriver } from '../../../src/store/sqlite/database/driver.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { describeQueue } from './suite.ts';

describeQueue('SQLite', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-queue-'));
  return {
    open: (options) => openSqliteQueue(`sqlite:${path.join(folder, 'new')}`, options),
    remove: () => rm(folder, { recursive: true }),
  };
});

it('is a queue of SQLite in memory too', async () => {
  const queue = await openSqliteQueue('sqlite::memory:');
  await queue.jobs.add({ id: '1', tenant: '', warnings: [], tasks: [{ data: {}, key: 'a' }] });
  expect(await queue.tasks.take(1)).toMatchObject([{ leaseSeconds: 60 }]);
  await queue.close();
});

it('gives up a task when it fails for the sixth time, and one whose worker dies then', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-queue-'));
  const queue = await openSqliteQueue(`sqlite:${folder}`, { leaseSeconds: 0.05 });
  const tasks = ['a', 'b'].map((key) => ({ data: { key }, key }));
  await queue.jobs.add({ id: '1', tenant: '', warnings: [], tasks });
  const database = await QueueDatabase.open(`sqlite:${folder}`);
  database.run('UPDATE tasks SET attempts = 4');
  expect(await queue.tasks.take(1)).toMatchObject([{ isLastAttempt: false }]);
  database.run("UPDATE tasks SET attempts = 5, state = 'waiting'");
  const taken = await queue.tasks.take(2);
  expect(taken).toMatchObject([{ isLastAttempt: true }, { isLastAttempt: true }]);
  await queue.tasks.fail(taken[0]!.id, { code: 'LOAD' }, { again: true });
  await sleep(60);
  await queue.tasks.releaseLost();
  expect(await queue.tasks.counts()).toMatchObject({ failed: 2, retrying: 0 });
  expect(await queue.jobs.sources('1', { limit: 2, offset: 0 })).toMatchObject([
    { attempts: 6, output: { code: 'LOAD' } },
    { attempts: 6, output: null },
  ]);
  database.close();
  await queue.close();
  await rm(folder, { recursive: true });
});

it('shares the folder of a store, and refuses what is no queue', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-queue-'));
  const store = await openSqliteStore(`sqlite:${folder}`);
  const queue = await openSqliteQueue(`sqlite:${folder}`);
  expect(await queue.tasks.counts()).toMatchObject({ waiting: 0 });
  await Promise.all([queue.close(), store.close()]);
  const other = path.join(folder, 'other');
  await mkdir(other);
  await writeFile(path.join(other, 'pincite-queue.db'), 'This is a text. '.repeat(1000));
  await expect(openSqliteQueue(`sqlite:${other}`)).rejects.toMatchObject({ code: 'STORE' });
  const foreign = await openDriver(path.join(folder, 'foreign.db'), 0);
  foreign.exec('PRAGMA user_version = 1; CREATE TABLE notes (text)');
  foreign.close();
  await rename(path.join(folder, 'foreign.db'), path.join(other, 'pincite-queue.db'));
  await expect(openSqliteQueue(`sqlite:${other}`)).rejects.toThrow(/is no queue of this version/);
  await expect(openSqliteQueue('postgres://x/y')).rejects.toMatchObject({ code: 'CONFIG' });
  const below = `sqlite:${path.join(other, 'pincite-queue.db', 'below')}`;
  await expect(openSqliteQueue(below)).rejects.toMatchObject({ code: 'STORE' });
  await rm(folder, { recursive: true });
});
