import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PinciteError } from '../../../src/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { type StorePlace, timeout } from './bench.ts';
import { makeRecord, spec } from './records.ts';

const name = spec.name;

/** Where a store is kept by a server that can be stopped. */
export interface ServerPlace extends StorePlace {
  /** Ends the server as a power cut would. */
  readonly stop: () => Promise<void>;
  /** Starts it again at the same address, with what it had stored. */
  readonly start: () => Promise<void>;
  /** Opens the place with a password that the server refuses; where it has passwords. */
  readonly openRefused?: (() => Promise<Store>) | undefined;
  /** Opens a store at another address: a server that accepts connections there and never answers. */
  readonly openAt: (host: string, port: number) => Promise<Store>;
}

/** What a store must say of a server that is away, and do when it is back. */
export function describeStoreServer(adapter: string, makePlace: () => Promise<ServerPlace>): void {
  describe(`${adapter}, its server`, { timeout }, () => {
    let place: ServerPlace;
    let store: Store;
    beforeAll(async () => {
      place = await makePlace();
      store = await place.open();
      await store.ensureCollection(spec);
    });
    afterAll(async () => {
      await store.close();
      await place.remove();
    });

    it('may be missing, or refuse', async () => {
      await expectUnreachable(place.openAt('127.0.0.1', 1));
      if (place.openRefused) await expectTyped(place.openRefused(), /password|key|token|credential/i);
    });

    // A store waits for its server a while: at the same time as the next one.
    it.concurrent('may say nothing: that is typed too, after a while', async () => {
      const silent = await listenSilently();
      await expectUnreachable(place.openAt('127.0.0.1', silent.port));
      await silent.close();
    });

    it.concurrent('may go and come back: what it says meanwhile is typed, and the same store goes on', async () => {
      await store.write(name, { put: [makeRecord('a')] });
      await place.stop();
      await expectUnreachable(store.health());
      await expectUnreachable(store.documents(name));
      await expectUnreachable(store.write(name, { put: [makeRecord('b')] }));
      await expectUnreachable(place.open());
      await place.start();
      await store.health();
      await store.write(name, { put: [makeRecord('c')] });
      expect((await store.documents(name)).map(({ documentId }) => documentId)).toEqual(['a', 'c']);
    });
  });
}

const expectUnreachable = (work: Promise<unknown>) => expectTyped(work, /server/i);

/** A typed error, whose hint says what to look at. */
async function expectTyped(work: Promise<unknown>, hint: RegExp): Promise<void> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(PinciteError);
  expect((failure as PinciteError).hint).toMatch(hint);
}

/** A server that takes connections and does not answer. */
async function listenSilently(): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    port: address.port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
