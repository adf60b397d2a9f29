import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { makePagedRecord, makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { expectWhole, stateOf } from './state.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pincite-places-'));
});
afterEach(() => rm(root, { recursive: true }));

const at = (name: string) => path.join(root, name);
const open = (name: string, options = {}) => openSqliteStore(`sqlite:${at(name)}`, options);

async function filled(name: string, documents = 30): Promise<void> {
  const store = await open(name);
  await store.ensureCollection(spec);
  const put = Array.from({ length: documents }, (_, index) => makeRecord(`d${index}`));
  await store.write(spec.name, { put: [makePagedRecord(), ...put] });
  await store.maintenance?.vacuum();
  await store.close();
}

/** Everything that a user would ask for. */
async function useAll(store: Store): Promise<unknown> {
  const scope = { collection: spec.name, limit: 100 };
  const keywords = await store.searchKeyword('paragraph sea', scope);
  const vectors = await store.searchVector(unitVector('q'), scope);
  const chunks = await store.chunks(
    spec.name,
    vectors.map(({ chunkId }) => chunkId),
  );
  return [keywords, vectors.map(({ chunkId }) => chunkId), chunks.map(({ content }) => content)];
}

/** Whether this machine lets the tests mount; says so where it does not. */
const mayMount = (() => {
  const folder = path.join(tmpdir(), `pincite-mount-${process.pid}`);
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();
const mounting = mayMount ? it : it.skip;
const where = mayMount ? '' : ' (skipped: mounting is not allowed here)';

async function mounted(args: readonly string[], action: () => Promise<void>): Promise<void> {
  const folder = at('mounted');
  mkdirSync(folder);
  execFileSync('mount', [...args, folder]);
  if (args.includes('--bind')) execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  try {
    await action();
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
}

describe(`a full disk${where}`, () => {
  const small = ['-t', 'tmpfs', '-o', 'size=3m', 'none'];

  mounting('is reported, stores nothing by halves, and writing goes on when there is room', async () => {
    await mounted(small, async () => {
      const store = await open('mounted/store');
      await store.ensureCollection(spec);
      let stored = 0;
      const fill = async () => {
        for (; stored < 10_000; stored += 1) {
          const text = Array.from({ length: 40 }, (_, index) => `${stored} ${index} ${'words '.repeat(60)}`);
          await store.write(spec.name, { put: [makeRecord(`d${stored}`, { text })] });
        }
      };
      await expect(fill()).rejects.toMatchObject({ code: 'STORE', hint: expect.stringMatching(/disk/i) });
      expect(stored).toBeGreaterThan(0);
      expect(await store.documents(spec.name)).toHaveLength(stored);
      await store.close();
      cpSync(at('mounted/store'), at('elsewhere'), { recursive: true });
      const moved = await expectWhole(at('elsewhere'));
      expect(await moved.documents(spec.name)).toHaveLength(stored);
      await moved.write(spec.name, { put: [makeRecord('more')] });
      await moved.close();
    });
  });

  mounting('is told of by a backup as the disk of the backup, which leaves nothing there', async () => {
    const store = await open('store');
    await store.ensureCollection(spec);
    const text = Array.from({ length: 40 }, (_, index) => `${index} ${'words '.repeat(100)}`);
    const put = Array.from({ length: 60 }, (_, index) => makeRecord(`d${index}`, { text }));
    await store.write(spec.name, { put });
    const original = Buffer.alloc(4_000_000, 'otter');
    const document = { sourceHash: sha256(original) };
    await mounted(small, async () => {
      await expect(store.maintenance?.backup(at('mounted/backup'))).rejects.toMatchObject({
        code: 'STORE',
        message: expect.stringMatching(/mounted\/backup: its disk is full/),
      });
      expect(readdirSync(at('mounted'))).toEqual([]);
    });
    rmSync(at('mounted'), { recursive: true });
    await store.write(spec.name, {
      remove: put.map((record) => record.document.documentId),
      put: [{ ...makeRecord('kept', { document }), original }],
    });
    await store.maintenance?.vacuum();
    await mounted(small, async () => {
      await expect(store.maintenance?.backup(at('mounted/backup'))).rejects.toThrow(/its disk is full/);
      expect(readdirSync(at('mounted'))).toEqual([]);
    });
    expect(await store.maintenance?.check()).toMatchObject({ documents: 1, problems: [] });
    await store.close();
  });

  mounting('leaves the store whole when it is met by a vacuum', async () => {
    await mounted(['-t', 'tmpfs', '-o', 'size=24m', 'none'], async () => {
      const store = await open('mounted/store');
      await store.ensureCollection(spec);
      const text = Array.from({ length: 40 }, (_, index) => `${index} ${'words '.repeat(100)}`);
      const put = Array.from({ length: 60 }, (_, index) => makeRecord(`d${index}`, { text }));
      await store.write(spec.name, { put });
      await store.maintenance?.vacuum();
      const before = await stateOf(store);
      const { bavail, bsize } = statfsSync(at('mounted'));
      writeFileSync(at('mounted/filler'), Buffer.alloc(bavail * bsize - 1_000_000));
      await expect(store.maintenance?.vacuum()).rejects.toMatchObject({
        context: { engineCode: 'SQLITE_FULL' },
      });
      expect(await stateOf(store)).toEqual(before);
      expect(await store.maintenance?.check()).toMatchObject({ problems: [] });
      rmSync(at('mounted/filler'));
      await store.maintenance?.vacuum();
      await store.close();
    });
  });
});

describe(`a read-only folder${where}`, () => {
  mounting('can be searched, and refuses changes with a hint', async () => {
    await filled('library');
    // The vacuum has emptied the log: the copy is what a clean shutdown leaves.
    mkdirSync(at('media'));
    cpSync(at('library/pincite.db'), at('media/pincite.db'));
    await mounted(['--bind', at('media')], async () => {
      const store = await open('mounted');
      const scope = { collection: spec.name, limit: 5 };
      expect(await store.searchVector(unitVector('q'), scope)).toHaveLength(5);
      expect((await store.searchKeyword('paragraph', scope)).hits).toHaveLength(5);
      expect(await store.maintenance?.check()).toMatchObject({ documents: 31, problems: [] });
      expect(await store.maintenance?.backup(at('backup'))).toMatchObject({ documents: 31 });
      await expect(store.write(spec.name, { put: [makeRecord('x')] })).rejects.toMatchObject({
        code: 'STORE',
        hint: expect.stringContaining('read-only'),
      });
      await store.close();
    });
  });

  mounting('is read beside a process that writes to it by another way', async () => {
    await filled('library');
    const writer = await open('library');
    await writer.write(spec.name, { put: [makeRecord('new')] });
    await mounted(['--bind', at('library')], async () => {
      const store = await open('mounted');
      expect(await store.documentsById(spec.name, ['new'])).toHaveLength(1);
      await writer.write(spec.name, { put: [makeRecord('newer')] });
      expect(await store.documentsById(spec.name, ['newer'])).toHaveLength(1);
      await store.close();
    });
    await writer.close();
  });

  mounting('with changes that a killed process left in its log says what to do', async () => {
    await filled('library');
    const writer = await open('library');
    await writer.write(spec.name, { put: [makeRecord('new')] });
    cpSync(at('library'), at('killed'), { recursive: true });
    rmSync(at('killed/pincite.db-shm'));
    await writer.close();
    await mounted(['--bind', at('killed')], async () => {
      await expect(open('mounted')).rejects.toThrow(/left in its log/);
    });
  });
});

describe('a place', () => {
  it('without a store is left as it is by who only reads', async () => {
    await expect(open('nothing', { create: false })).rejects.toMatchObject({
      code: 'STORE_NOT_FOUND',
      hint: expect.stringContaining('add documents'),
    });
    expect(() => statSync(at('nothing'))).toThrow();
  });

  it('where the clock goes back keeps everything, and nobody waits for it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-01-01') });
    try {
      const [store, other] = [await open('store'), await open('store')];
      await store.ensureCollection(spec);
      await store.write(spec.name, { put: [makeRecord('a')] });
      vi.setSystemTime(Date.parse('2001-01-01'));
      const both = [makeRecord('b'), makeRecord('a', { text: ['again'] })];
      await Promise.all([
        store.write(spec.name, { put: both }),
        other.write(spec.name, { put: [makeRecord('c')] }),
      ]);
      await store.updateMetadata(spec.name, { target: { documentIds: ['a'] }, patch: { seen: true } });
      expect((await store.documents(spec.name)).map(({ version }) => version)).toEqual([2, 1, 1]);
      await store.maintenance?.vacuum();
      await Promise.all([store.close(), other.close()]);
    } finally {
      vi.useRealTimers();
    }
    await (await expectWhole(at('store'))).close();
  });
});

describe('flipped bytes', () => {
  const trials = 25;

  it('in the database are reported: what is found is right, or there is an error or a problem', async () => {
    await filled('store');
    const file = at('store/pincite.db');
    const bytes = readFileSync(file);
    const sound = await open('store');
    const expected = JSON.stringify(await useAll(sound));
    await sound.close();
    const random = seededRandom(11);
    let noticed = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const folder = `trial${trial}`;
      const damaged = Buffer.from(bytes);
      const start = Math.floor(random() * (damaged.length - 256));
      for (let index = 0; index < 256; index += 1) damaged[start + index]! ^= 0xff;
      mkdirSync(at(folder));
      writeFileSync(path.join(at(folder), 'pincite.db'), damaged);
      let isReported = false;
      let found: string | undefined;
      try {
        const store = await open(folder);
        isReported = ((await store.maintenance?.check())?.problems.length ?? 0) > 0;
        found = JSON.stringify(await useAll(store));
        await store.close();
      } catch (error) {
        expect(error).toBeInstanceOf(StoreError);
        isReported = true;
      }
      if (found !== undefined && found !== expected) expect(isReported).toBe(true);
      if (isReported) noticed += 1;
    }
    expect(noticed).toBeGreaterThan(2);
  });
});
