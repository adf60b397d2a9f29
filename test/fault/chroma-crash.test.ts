/** The Chroma server, or our own process, is killed in the middle of changes: answers stay right, and Chroma follows. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyCollections } from '../../src/knowledge-base/transfer/copy.ts';
import { type ChromaStore, openChromaStore } from '../../src/store/chroma/chroma-store.ts';
import { ChromaEngine } from '../../src/store/chroma/engine.ts';
import { openSqliteStore, SqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { type ChromaServer, noChroma, startChroma } from '../support/chroma-server.ts';

const writer = fileURLToPath(new URL('killed-chroma-writer.ts', import.meta.url));
const scope = { collection: spec.name, limit: 50 };
const away = { name: 'StoreError', hint: expect.stringContaining('chroma run') as string };

/** All that can be found or listed, by document. */
async function stateOf(store: Store) {
  const [total] = await store.stats(spec.name);
  return {
    documents: (await store.documents(spec.name)).map(
      ({ documentId, version }) => `${documentId} ${version}`,
    ),
    nearest: await store.searchVector(unitVector('q'), scope),
    words: (await store.searchKeyword('sea paragraph', scope)).hits.map(({ chunkId }) => chunkId).sort(),
    chunks: total?.chunks,
  };
}

/** Chroma has exactly the chunks that there are, and it is Chroma that answers. */
async function expectInLine(store: ChromaStore): Promise<void> {
  await store.settle();
  expect((await store.maintenance.check()).problems).toEqual([]);
  const asked = vi.spyOn(ChromaEngine.prototype, 'nearest');
  const hits = await store.searchVector(unitVector('q'), scope);
  const found = hits.map(({ chunkId }) => chunkId);
  expect(await asked.mock.results[0]?.value).toEqual(expect.arrayContaining(found));
  asked.mockRestore();
}

describe.skipIf(noChroma)(`Chroma${noChroma === undefined ? '' : `: ${noChroma}`}`, () => {
  let folder: string;
  let server: ChromaServer;
  let url: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-chroma-'));
    server = await startChroma(join(folder, 'server'));
    url = `${server.url}?beside=${encodeURIComponent(join(folder, 'beside'))}`;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await server.kill();
    await rm(folder, { recursive: true });
  });

  const restart = async () => {
    await server.kill();
    server = await startChroma(join(folder, 'server'), server.port);
  };

  const loseAll = async () => {
    await server.kill();
    await rm(join(folder, 'server'), { recursive: true });
    server = await startChroma(join(folder, 'server'), server.port);
  };

  /** Changes the store in another process, which is killed there. */
  async function killAtStatement(statement: string): Promise<void> {
    const script = `require('jiti').createJiti(${JSON.stringify(writer)}).import(${JSON.stringify(writer)})
      .then((module) => module.changeUntil(...${JSON.stringify([url, statement])}))`;
    const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  }

  /** Kills the server when it is asked for this, the first time. */
  function killAt(request: 'health' | 'mark' | 'upsert' | 'remove'): void {
    const original = ChromaEngine.prototype[request] as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(ChromaEngine.prototype, request) as unknown as {
      mockImplementationOnce(action: (this: ChromaEngine, ...args: unknown[]) => Promise<unknown>): void;
    };
    spy.mockImplementationOnce(async function killing(this: ChromaEngine, ...args) {
      await server.kill();
      return original.apply(this, args);
    });
  }

  /** Kills the server while it is asked for this, the first time, and starts it again. */
  function restartDuring(request: 'mark' | 'upsert' | 'remove'): void {
    const original = ChromaEngine.prototype[request] as (...args: unknown[]) => Promise<unknown>;
    const spy = vi.spyOn(ChromaEngine.prototype, request) as unknown as {
      mockImplementationOnce(action: (this: ChromaEngine, ...args: unknown[]) => Promise<unknown>): void;
    };
    spy.mockImplementationOnce(async function restarting(this: ChromaEngine, ...args) {
      const [answer] = await Promise.allSettled([original.apply(this, args), restart()]);
      if (answer.status === 'rejected') throw answer.reason;
    });
  }

  it('stores all of a change or nothing, wherever the server is killed, and goes on when it is back', async () => {
    const change = {
      put: [makeRecord('kept', { text: ['Another sea.'] }), makeRecord('new')],
      remove: ['old'],
    };
    const store = await openChromaStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('kept'), makeRecord('old')] });
    await expectInLine(store);
    const before = await stateOf(store);
    killAt('health');
    await expect(store.write(spec.name, change)).rejects.toMatchObject(away);
    await expect(store.searchVector(unitVector('q'), scope)).rejects.toMatchObject(away);
    await expect(store.health()).rejects.toMatchObject(away);
    await expect(openChromaStore(url)).rejects.toMatchObject(away);
    await restart();
    expect(await stateOf(store)).toEqual(before);
    await store.write(spec.name, change);
    const after = await stateOf(store);
    expect(after.documents).toEqual(['kept 2', 'new 1']);
    await expectInLine(store);
    for (const request of ['mark', 'remove', 'upsert'] as const) {
      killAt(request);
      await store.write(spec.name, { put: [makeRecord('kept', { text: ['Another sea.'] })] });
      await store.settle();
      expect({ ...(await stateOf(store)), documents: [] }).toEqual({ ...after, documents: [] });
      await expect(store.write(spec.name, change)).rejects.toMatchObject(away);
      await restart();
      await store.health();
      await store.write(spec.name, { put: [makeRecord('other')] });
      await expectInLine(store);
      await store.write(spec.name, { remove: ['other'] });
    }
    await store.close();
  });

  it('goes on where the server starts anew while it is told of a change', async () => {
    const store = await openChromaStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('kept')] });
    await store.settle();
    for (const request of ['mark', 'remove', 'upsert'] as const) {
      restartDuring(request);
      await store.write(spec.name, { put: [makeRecord('kept', { text: [`Before ${request}.`] })] });
      await store.settle();
      expect((await stateOf(store)).nearest).toHaveLength(1);
      await store.write(spec.name, { put: [makeRecord(request)] });
      await expectInLine(store);
      await store.write(spec.name, { remove: [request] });
      await store.settle();
    }
    await store.close();
  });

  it.each([
    ['before Chroma hears of a change', 'SELECT collection_id FROM chroma_changes'],
    ['before Chroma’s answer is noted', 'DELETE FROM chroma_changes WHERE collection_id = ?'],
  ])('is told when it is opened again what a process had not that was killed %s', async (_, statement) => {
    const first = await openChromaStore(url);
    await first.ensureCollection(spec);
    await first.write(spec.name, { put: [makeRecord('kept'), makeRecord('old')] });
    await first.close();
    await killAtStatement(statement);
    const store = await openChromaStore(url);
    await expectInLine(store);
    const hits = await store.searchVector(unitVector('q'), scope);
    expect(hits.map(({ chunkId }) => chunkId)).toEqual(['kept#0000']);
    await store.close();
  });

  it('is told when it is opened again what was changed without it', async () => {
    const first = await openChromaStore(url);
    await first.ensureCollection(spec);
    await first.write(spec.name, { put: [makeRecord('kept'), makeRecord('old')] });
    await first.close();
    const alone = await openSqliteStore(`sqlite:${join(folder, 'beside')}`);
    await alone.write(spec.name, { remove: ['old'] });
    await alone.ensureCollection({ ...spec, name: 'others' });
    await alone.write('others', { put: [makeRecord('there')] });
    await alone.close();
    const store = await openChromaStore(url);
    await expectInLine(store);
    await store.removeCollection('others');
    await expectInLine(store);
    await store.close();
  });

  it('is told again what it has heard and not answered', async () => {
    const store = await openChromaStore(url);
    await store.ensureCollection(spec);
    const original = ChromaEngine.prototype.upsert;
    vi.spyOn(ChromaEngine.prototype, 'upsert').mockImplementationOnce(async function lost(
      this: ChromaEngine,
      ...args
    ) {
      await original.apply(this, args);
      throw new Error('The answer was lost.');
    });
    await store.write(spec.name, { put: [makeRecord('kept')] });
    await store.settle();
    expect(await store.searchVector(unitVector('q'), scope)).toHaveLength(2);
    await store.write(spec.name, { put: [makeRecord('kept', { text: ['One.'] })] });
    await expectInLine(store);
    await store.close();
  });

  it('is checked chunk by chunk, and made anew where it has others', async () => {
    const upsert = vi.spyOn(ChromaEngine.prototype, 'upsert');
    const store = await openChromaStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('kept')] });
    await store.settle();
    const engine = upsert.mock.contexts[0] as ChromaEngine;
    const [collection] = upsert.mock.calls[0]!;
    await engine.remove(collection, ['kept#0001']);
    const point = { vector: unitVector('q'), metadata: { x: 1 } };
    await engine.upsert(collection, [
      { ...point, chunkId: 'stray' },
      { ...point, chunkId: 'kept#0000' },
    ]);
    expect(await store.searchVector(unitVector('q'), scope)).toHaveLength(2);
    const message = 'Chroma lacks 1 of its chunks, has 1 that are not there and 1 with another vector';
    const { problems } = await store.maintenance.check({ repair: true });
    expect(problems).toEqual([{ collection: spec.name, message, isRepaired: true }]);
    await expectInLine(store);
    await store.close();
  });

  it.each(['beside', 'server'])(
    'is made anew when it is opened where the folder “%s” is an earlier copy, with as many chunks',
    async (restored) => {
      const write = async (text: string) => {
        const store = await openChromaStore(url);
        await store.ensureCollection(spec);
        await store.write(spec.name, { put: [makeRecord('kept', { text: [text] })] });
        await store.close();
        await server.kill();
      };
      const copy = async (from: string, to: string) => {
        await rm(join(folder, to), { recursive: true, force: true });
        await cp(join(folder, from), join(folder, to), { recursive: true });
        await restart();
      };
      await write('Earlier.');
      await copy(restored, 'copy');
      await write('Later.');
      await copy('copy', restored);
      const alone = await openSqliteStore(`sqlite:${join(folder, 'beside')}`);
      await alone.write(spec.name, { put: [makeRecord('other')] });
      await alone.close();
      const store = await openChromaStore(url);
      await expectInLine(store);
      await store.close();
    },
  );

  describe('where the server has lost a collection', () => {
    it('makes it anew when the store is opened', async () => {
      const store = await openChromaStore(url);
      await store.ensureCollection(spec);
      await store.write(spec.name, { put: [makeRecord('kept')] });
      await store.close();
      await loseAll();
      const again = await openChromaStore(url);
      await expectInLine(again);
      await again.close();
    });

    // A collection made empty in its place named the few chunks that came later, as if they were all.
    it.each(['a change', 'a search'])(
      'makes it anew at %s in an open store, which finds all',
      async (next) => {
        const store = await openChromaStore(url);
        await store.ensureCollection(spec);
        const records = Array.from({ length: 300 }, (_, index) => makeRecord(`d${index}`));
        await store.write(spec.name, { put: records });
        await expectInLine(store);
        await loseAll();
        if (next === 'a change') {
          await store.write(spec.name, { put: records.slice(0, 60) });
          await store.settle();
        }
        const few = [unitVector('q'), { ...scope, limit: 5 }] as const;
        const nearest = await SqliteStore.prototype.searchVector.call(store, ...few);
        expect(await store.searchVector(...few)).toEqual(nearest);
        await store.settle();
        expect(await store.searchVector(...few)).toEqual(nearest);
        await store.bringInLine();
        await expectInLine(store);
        await store.close();
      },
    );
  });

  it('is made anew where the server was killed while it saved, and cannot read what it has', async () => {
    const text = Array.from({ length: 1_100 }, (_, index) => `Paragraph ${index}`); // enough to be saved
    const store = await openChromaStore(url);
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('long', { text })] });
    await store.settle();
    const before = await stateOf(store);
    await server.kill();
    const files = await readdir(join(folder, 'server'), { recursive: true });
    const saved = files.find((file) => file.endsWith('index_metadata.pickle'));
    await truncate(join(folder, 'server', saved!));
    server = await startChroma(join(folder, 'server'), server.port);
    expect(await stateOf(store)).toEqual(before);
    await store.write(spec.name, { put: [makeRecord('other')] });
    await store.bringInLine();
    await expectInLine(store);
    await store.close();
  });

  it('says what is wrong where the server refuses, or says nothing', async () => {
    let status: number | undefined = 401;
    const other = createServer((_, response) => {
      if (status !== undefined) response.writeHead(status).end();
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const at = `chroma://:secret@127.0.0.1:${port}?beside=${encodeURIComponent(join(folder, 'refused'))}`;
    const hint = expect.stringContaining('token') as string;
    await expect(openChromaStore(at)).rejects.toMatchObject({ name: 'StoreError', hint });
    status = 200; // of any other server
    await expect(openChromaStore(at)).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining('no Chroma') as string,
    });
    for (const parameter of ['tenant', 'database']) {
      await expect(openChromaStore(`${url}&${parameter}=other`)).rejects.toMatchObject({
        hint: expect.stringContaining('the tenant and the database') as string,
      });
    }
    status = undefined;
    await expect(openChromaStore(at)).rejects.toMatchObject(away);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
    other.closeAllConnections();
    other.close();
  });

  it('goes on with a copy where the server was killed', async () => {
    const source = await openSqliteStore('sqlite::memory:');
    await source.ensureCollection(spec);
    const ids = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}`);
    await source.write(spec.name, { put: ids.map((id) => makeRecord(id)) });
    const target = await openChromaStore(url);
    let seen = 0;
    const onProgress = () => {
      seen += 1;
      if (seen === 3) void server.kill();
    };
    await expect(copyCollections({ store: source }, { store: target }, { onProgress })).rejects.toMatchObject(
      { name: 'StoreError' },
    );
    await restart();
    expect((await target.documents(spec.name)).length).toBeLessThan(ids.length);
    await copyCollections({ store: source }, { store: target });
    expect(await stateOf(target)).toEqual(await stateOf(source));
    await expectInLine(target);
    await Promise.all([source.close(), target.close()]);
  });
});
