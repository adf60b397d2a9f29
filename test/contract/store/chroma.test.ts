import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ChromaStore, openChromaStore } from '../../../src/store/chroma/chroma-store.ts';
import { ChromaEngine } from '../../../src/store/chroma/engine.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { type ChromaServer, noChroma, startChroma } from '../../support/chroma-server.ts';
import type { StorePlace } from './bench.ts';
import { describeStoreProperties } from './properties.ts';
import { makeRecord, spec, unitVector } from './records.ts';
import { describeStore } from './suite.ts';
import { describeWholeReads } from './whole-reads.ts';

let folder: string;
let server: ChromaServer;
let places = 0;

function newUrl(): string {
  const beside = join(folder, `beside ${(places += 1)}`);
  return `${server.url}?beside=${encodeURIComponent(beside)}`;
}

/** Each write ends when Chroma has learnt it, so that it is Chroma that is asked. */
async function openTold(url: string): Promise<ChromaStore> {
  const store = await openChromaStore(url);
  const write = store.write.bind(store);
  store.write = async (...change) => {
    const counts = await write(...change);
    await store.settle();
    return counts;
  };
  return store;
}

async function onServer(): Promise<StorePlace> {
  const url = newUrl();
  return { open: () => openTold(url), remove: async () => {} };
}

async function filesWith(place: string, text: string): Promise<string[]> {
  const files = await readdir(place, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const contents = await Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
  return contents.filter(({ bytes }) => bytes.includes(text)).map(({ path }) => path);
}

let shared: StorePlace | undefined;
/** The same one again, emptied. */
async function onServerAgain(): Promise<StorePlace> {
  shared ??= await onServer();
  const { open } = shared;
  const remove = async () => {
    const store = await open();
    for (const { name } of await store.collections()) await store.removeCollection(name);
    await store.close();
  };
  return { open, remove };
}

describe.skipIf(noChroma)(`Chroma${noChroma === undefined ? '' : `: ${noChroma}`}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-chroma-'));
    server = await startChroma(join(folder, 'server'));
  });
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true });
  });

  describeStore('with a server', onServer, { durable: true });
  describeWholeReads('with a server', onServer);
  describeStoreProperties('with a server', onServerAgain, { runs: 10 });

  describe('a server of its own over a folder', () => {
    it('keeps nothing of what was removed, after a vacuum', async () => {
      const place = join(folder, 'vacuumed');
      const first = await openTold(`chroma:${place}`);
      await first.ensureCollection(spec);
      const metadata = { client: 'a-client-to-be-forgotten' };
      await first.write(spec.name, { put: [makeRecord('a', { document: { metadata } }), makeRecord('b')] });
      await first.write(spec.name, { remove: ['a'] });
      const second = await openTold(`chroma:${place}`);
      await expect(second.maintenance.vacuum()).rejects.toMatchObject({
        hint: expect.stringContaining('Close'),
      });
      await second.close();
      await first.maintenance.vacuum();
      expect(await filesWith(place, metadata.client)).toEqual([]);
      expect(await first.maintenance.check()).toMatchObject({ documents: 1, problems: [] });
      const near = vi.spyOn(ChromaEngine.prototype, 'nearest');
      const hits = await first.searchVector(unitVector('any'), { collection: spec.name, limit: 2 });
      expect(hits.map(({ chunkId }) => chunkId).sort()).toEqual(['b#0000', 'b#0001']);
      expect(near).toHaveBeenCalled();
      near.mockRestore();
      await first.close();
    });

    it('is shared by those who open the folder, and started again when it has gone', async () => {
      const url = `chroma:${join(folder, 'library')}`;
      const first = await openTold(url);
      await first.ensureCollection(spec);
      await first.write(spec.name, { put: [makeRecord('a')] });
      const second = await openTold(url);
      await second.write(spec.name, { put: [makeRecord('b')] });
      await first.close();
      await second.write(spec.name, { put: [makeRecord('c')] });
      const asked = vi.spyOn(ChromaEngine.prototype, 'nearest');
      const hits = await second.searchVector(unitVector('q'), { collection: spec.name, limit: 10 });
      expect(hits).toHaveLength(6);
      expect(await asked.mock.results[0]?.value).toHaveLength(6);
      asked.mockRestore();
      await second.close();
    });
  });

  describe('what Chroma is asked', () => {
    it('is answered by Chroma where nothing is filtered, with the hits and scores that SQLite has', async () => {
      const put = Array.from({ length: 300 }, (_, index) =>
        makeRecord(`d${index}`, { text: [`word ${index}`] }),
      );
      const store = await openTold(newUrl());
      const plain = await openSqliteStore('sqlite::memory:');
      for (const one of [store, plain]) {
        await one.ensureCollection(spec);
        await one.write(spec.name, { put });
      }
      const asked = vi.spyOn(ChromaEngine.prototype, 'nearest');
      for (const filter of [
        undefined,
        parseFilter({ title: { $in: put.slice(9).map(({ document }) => document.title) } }),
      ]) {
        const scope = { collection: spec.name, limit: 20, filter };
        expect(await store.searchVector(unitVector('q'), scope)).toEqual(
          await plain.searchVector(unitVector('q'), scope),
        );
      }
      expect(asked).toHaveBeenCalledOnce();
      expect(await asked.mock.results[0]?.value).toHaveLength(24);
      asked.mockRestore();
      await Promise.all([store.close(), plain.close()]);
    });
  });
});
