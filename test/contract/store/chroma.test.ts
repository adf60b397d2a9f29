import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { openChromaStore } from '../../../src/store/chroma/chroma-store.ts';
import { type ChromaServer, noChroma, startChroma } from '../../support/chroma-server.ts';
import type { StorePlace } from './bench.ts';
import { describeStoreProperties } from './properties.ts';
import { describeStore } from './suite.ts';

describe.skipIf(noChroma)(`Chroma${noChroma === undefined ? '' : `: ${noChroma}`}`, () => {
  let folder: string;
  let server: ChromaServer;
  let shared: StorePlace | undefined;
  let places = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-chroma-'));
    server = await startChroma(join(folder, 'server'));
  }, 60_000);
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true });
  });

  async function onServer(): Promise<StorePlace> {
    const beside = join(folder, `beside ${(places += 1)}`);
    const url = `${server.url}?beside=${encodeURIComponent(beside)}`;
    return { open: () => openChromaStore(url), remove: async () => {} };
  }

  /** The same one again, emptied: making one takes a while, and properties want hundreds. */
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

  describeStore('with a server', onServer, { durable: true });
  describeStoreProperties('with a server', onServerAgain);
});
