import { afterAll, beforeAll, describe } from 'vitest';
import { openQdrantStore } from '../../../src/store/qdrant/qdrant-store.ts';
import { hasOpenApi, type QdrantServer, startQdrant } from '../../support/qdrant-server.ts';
import type { StorePlace } from './bench.ts';
import { describeStoreProperties } from './properties.ts';
import { describeStore } from './suite.ts';

const given = process.env.PINCITE_TEST_QDRANT_URL;

let server: QdrantServer | undefined;
let shared: StorePlace | undefined;
beforeAll(async () => {
  if (given === undefined && hasOpenApi) server = await startQdrant();
}, 60_000);
afterAll(async () => {
  await shared?.remove();
  await server?.kill();
});

let places = 0;
/** Collections of a prefix of their own in the test server, or in that of `PINCITE_TEST_QDRANT_URL`. */
async function underPrefix(): Promise<StorePlace> {
  const url = new URL(given ?? server!.url.replace(/^http:/, 'qdrant:'));
  url.searchParams.set('prefix', `pincite_test_${process.pid}_${(places += 1)}`);
  const open = () => openQdrantStore(url.href);
  return { open, remove: () => emptied(open) };
}

async function emptied(open: StorePlace['open']): Promise<void> {
  const store = await open();
  for (const { name } of await store.collections()) await store.removeCollection(name);
  await store.close();
}

/** The same one again, emptied: making one takes a while, and properties want hundreds. */
async function underOnePrefix(): Promise<StorePlace> {
  shared ??= await underPrefix();
  return shared;
}

describe.skipIf(given === undefined && !hasOpenApi)('Qdrant', () => {
  describeStore('a server', underPrefix, { durable: true });
  describeStoreProperties('a server', underOnePrefix);
});
