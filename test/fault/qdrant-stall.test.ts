/** A writer is suspended before a request, another one goes on without it, and the request arrives after all. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openQdrantStore } from '../../src/store/qdrant/qdrant-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec } from '../contract/store/records.ts';
import { hasQdrant, type QdrantServer, startQdrant } from '../support/qdrant-server.ts';
import { StallingProxy } from '../support/stalling-proxy.ts';

/** More than a change has. */
const requests = 15;

describe.skipIf(!hasQdrant)('a writer of Qdrant that is suspended', () => {
  let server: QdrantServer;
  beforeAll(async () => {
    server = await startQdrant();
  });
  afterAll(() => server.kill());

  it('takes nothing from another one, and leaves nothing half-stored', async () => {
    const places = Array.from({ length: requests }, (_, index) => index + 1);
    const alone = ['kept 2 other', 'new-other 1 other'];
    const afterIt = ['kept 3 other', 'new-one 1 one', 'new-other 1 other'];
    const beforeIt = ['kept 3 one', 'new-one 1 one', 'new-other 1 other'];
    const outcomes = await Promise.all(places.map((at) => suspendedAt(server.port, at)));
    for (const [index, { isStored, state }] of outcomes.entries()) {
      expect(isStored ? [afterIt, beforeIt] : [alone], `at request ${index + 1}`).toContainEqual(state);
    }
    expect(new Set(outcomes.map(({ isStored }) => isStored))).toEqual(new Set([true, false]));
  });
});

/** Whether its change was stored, and what is there in the end. */
async function suspendedAt(port: number, request: number): Promise<{ isStored: boolean; state: string[] }> {
  const place = `qdrant://127.0.0.1:${port}?prefix=at${request}`;
  const one = await Writer.open(place);
  const other = await Writer.open(place);
  await one.store.ensureCollection(spec);
  await one.store.write(spec.name, { put: [makeRecord('kept'), makeRecord('old')] });
  let count = 0;
  const isSuspended = one.holdWhen(() => (count += 1) === request);
  const writing = one.write('one').then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ name: 'StoreError' });
      return false;
    },
  );
  await Promise.race([isSuspended, writing]);
  let hasStaged = false;
  const isSweeping = other.holdWhen((operation) => {
    hasStaged ||= /^PUT .*\/points\?/.test(operation);
    return hasStaged && operation.includes('/points/delete');
  });
  const otherWriting = other.write('other');
  await Promise.race([isSweeping, otherWriting]);
  one.goOn();
  // What arrives now was sent long ago, and has time to be done.
  await sleep(200);
  other.goOn();
  await otherWriting;
  const isStored = await writing;
  const state = await stateOf(other.store);
  await Promise.all([one.close(), other.close()]);
  return { isStored, state };
}

/** Each document with its version and text. */
async function stateOf(store: Store): Promise<string[]> {
  const documents = await store.documents(spec.name);
  return Promise.all(
    documents.map(async ({ documentId, version }) => {
      const chunks = await store.chunksOf(spec.name, documentId);
      return `${documentId} ${version} ${chunks.map(({ content }) => content).join(' ')}`;
    }),
  );
}

/** A store whose requests can be held back. */
class Writer {
  readonly store: Store;
  private readonly proxy: StallingProxy;
  private readonly watch: { onRequest?: ((operation: string) => void) | undefined };

  private constructor(parts: Pick<Writer, 'store'> & { proxy: StallingProxy; watch: Writer['watch'] }) {
    this.store = parts.store;
    this.proxy = parts.proxy;
    this.watch = parts.watch;
  }

  static async open(place: string): Promise<Writer> {
    const url = new URL(place);
    const proxy = await StallingProxy.open(Number(url.port));
    url.port = String(proxy.port);
    const watch: Writer['watch'] = {};
    const store = await openQdrantStore(url.href, {
      beforeStatement: (operation) => watch.onRequest?.(operation),
    });
    return new Writer({ store, proxy, watch });
  }

  write(text: string) {
    const put = [makeRecord('kept', { text: [text] }), makeRecord(`new-${text}`, { text: [text] })];
    return this.store.write(spec.name, { put, remove: ['old'] });
  }

  /** Before the first request that is meant, and until it may go on. */
  holdWhen(isMeant: (operation: string) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.watch.onRequest = (operation) => {
        if (!isMeant(operation)) return;
        this.watch.onRequest = undefined;
        this.proxy.hold();
        resolve();
      };
    });
  }

  goOn(): void {
    this.watch.onRequest = undefined;
    this.proxy.release();
  }

  async close(): Promise<void> {
    await this.store.close();
    this.proxy.close();
  }
}
