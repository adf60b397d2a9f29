import { EventEmitter, once } from 'node:events';
import { QdrantClient } from '@qdrant/js-client-rest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQdrantStore } from '../../../src/store/qdrant/qdrant-store.ts';
import { parseQdrantUrl } from '../../../src/store/qdrant/address.ts';
import type { Store } from '../../../src/store/store.ts';
import { hasQdrant, type QdrantServer, startQdrant } from '../../support/qdrant-server.ts';
import { type StorePlace, timeout } from './bench.ts';
import { describeStoreProperties } from './properties.ts';
import { makeRecord, spec, unitVector } from './records.ts';
import { describeStore } from './suite.ts';
import { describeWholeReads } from './whole-reads.ts';

const { name } = spec;
const given = process.env.PINCITE_TEST_QDRANT_URL;

interface QdrantStorePlace extends StorePlace {
  readonly url: string;
}

let server: QdrantServer | undefined;
let shared: StorePlace | undefined;
beforeAll(async () => {
  if (given === undefined && hasQdrant) server = await startQdrant({ isStrict: true });
});
afterAll(async () => {
  await shared?.remove();
  await server?.kill();
});

let places = 0;
/** Collections of a prefix of their own in the test server, or in that of `PINCITE_TEST_QDRANT_URL`. */
async function underPrefix(): Promise<QdrantStorePlace> {
  const url = new URL(given ?? server!.url.replace(/^http:/, 'qdrant:'));
  url.searchParams.set('prefix', `pincite_test_${process.pid}_${(places += 1)}`);
  const open = () => openQdrantStore(url.href);
  return { url: url.href, open, remove: () => removeAll(url.href) };
}

/** All that a store has on the server, so that a thousand tests leave nothing there. */
async function removeAll(url: string): Promise<void> {
  const collections = [...(await placesUnder(url)), parseQdrantUrl(url).prefix];
  for (const collection of collections) await clientOf(url).deleteCollection(collection);
}

/** The same one again, emptied: making one takes a while, and properties want hundreds. */
async function underOnePrefix(): Promise<StorePlace> {
  shared ??= await underPrefix();
  const { open } = shared;
  return { open, remove: () => emptied(open) };
}

async function emptied(open: StorePlace['open']): Promise<void> {
  const store = await open();
  for (const collection of await store.collections()) await store.removeCollection(collection.name);
  await store.close();
}

/** A document of two chunks that say which version of it they are of. */
const version = (number: number) => makeRecord('a', { text: [`sea ${number}`, `quay ${number}`] });

/** A change that its program did not end, and one that waits until that program is thought dead. */
async function abandonChange() {
  const place = await underPrefix();
  const store = await place.open();
  await store.ensureCollection(spec);
  await store.write(name, { put: [version(1)] });
  let requests = 0;
  const dying = await openQdrantStore(place.url, {
    beforeStatement: () => {
      requests += 1;
      if (requests > 6) throw new Error('died');
    },
  });
  await expect(dying.write(name, { put: [version(2)] })).rejects.toThrow('died');
  return { ...place, store, waiting: store.write(name, { put: [makeRecord('b')] }) };
}

describe.skipIf(given === undefined && !hasQdrant)('Qdrant', () => {
  /** Begins before the other tests: it takes ten seconds of waiting. */
  let abandoned: Awaited<ReturnType<typeof abandonChange>>;
  beforeAll(async () => {
    abandoned = await abandonChange();
  });

  describeStore('a server', underPrefix, { durable: true });
  describeWholeReads('a server', underPrefix);
  describeStoreProperties('a server', underOnePrefix, { runs: 12 });

  it('finds by the graph what it finds exactly, also with vectors in eight bits', async () => {
    const { url, remove } = await underPrefix();
    const store = await openQdrantStore(`${url}&hnsw_from=1&quantization=int8`);
    await store.ensureCollection(spec);
    await store.write(name, { put: ['a', 'b', 'c', 'd'].map((id) => makeRecord(id)) });
    const exact = await openQdrantStore(`${url}&hnsw_from=never`);
    for (const limit of [3, 8, 20]) {
      const scope = { collection: name, limit };
      const found = await store.searchVector(unitVector('q'), scope);
      expect(found).toEqual(await exact.searchVector(unitVector('q'), scope));
      expect(found).toHaveLength(Math.min(limit, 8));
    }
    await Promise.all([store.close(), exact.close()]);
    await remove();
  });

  it('looks at few chunks for words, whatever the first document was', async () => {
    const { url, remove } = await underPrefix();
    let queries = 0;
    const store = await openQdrantStore(url, {
      beforeStatement: (operation) => {
        if (operation.endsWith('/points/query')) queries += 1;
      },
    });
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('short', { text: ['sea'] })] });
    const long = Array.from({ length: 600 }, (_, index) =>
      [
        ...'sea '
          .repeat(1 + (index % 19))
          .trim()
          .split(' '),
        ...Array<string>(90 + (index % 23)).fill(`w${index}`),
      ].join(' '),
    );
    await store.write(name, { put: [makeRecord('long', { text: long })] });
    const { hits } = await store.searchKeyword('sea', { collection: name, limit: 10 });
    expect(hits).toHaveLength(10);
    expect(queries).toBe(1);
    await store.close();
    await remove();
  });

  it('lets all who are overtaken by changes again and again read side by side while nobody writes', async () => {
    const { url, remove } = await underPrefix();
    let changes = 0;
    const store = await openQdrantStore(url, {
      beforeStatement: (operation) => {
        if (operation.includes('/points/payload')) changes += 1;
      },
    });
    const writer = await openQdrantStore(url);
    await store.ensureCollection(spec);
    await store.write(name, { put: [version(0)] });
    const readers = 5;
    const overtake = [1, 2].map((number) => {
      let arrived = 0;
      const done = new EventEmitter();
      const isDone = once(done, 'done');
      return async () => {
        arrived += 1;
        if (arrived === readers) {
          await writer.write(name, { put: [version(number)] });
          done.emit('done');
        }
        await isDone;
      };
    });
    const read = () => {
      let attempts = 0;
      return store.read(async (reads) => {
        const chunks = await reads.chunksOf(name, 'a');
        await overtake[attempts]?.();
        attempts += 1;
        return { attempts, text: chunks[0]?.content };
      });
    };
    changes = 0;
    const found = await Promise.all(Array.from({ length: readers }, read));
    expect(found).toEqual(found.map(() => ({ attempts: 3, text: 'sea 2' })));
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThan(2 * readers); // each by itself would begin and end one
    await Promise.all([store.close(), writer.close()]);
    await remove();
  });

  it('keeps more replies at once than a request can carry', async () => {
    const { open, remove } = await underPrefix();
    const store = await open();
    const text = 'é'.repeat(3_000_000);
    const hashes = ['a', 'b', 'c', 'd', 'e', 'f'];
    await store.replies.set(hashes.map((hash) => ({ hash, text: hash + text })));
    expect(await store.replies.get(['f', 'g', 'a'])).toEqual([`f${text}`, undefined, `a${text}`]);
    await store.close();
    await remove();
  });

  it('makes the indexes that whoever made the registry did not come to', async () => {
    const { url, open, remove } = await underPrefix();
    const { prefix } = parseQdrantUrl(url);
    await clientOf(url).createCollection(prefix, { vectors: {} });
    const store = await open();
    await store.ensureCollection(spec);
    await store.write(name, { put: [makeRecord('a')] });
    const { payload_schema } = await clientOf(url).getCollection(prefix);
    expect(Object.keys(payload_schema)).toEqual(expect.arrayContaining(['kind', 'stamp', 'owner', 'keptAt']));
    await store.close();
    await remove();
  });

  it('says that a collection is kept in the format of another version', async () => {
    const { url, open, remove } = await underPrefix();
    const { prefix } = parseQdrantUrl(url);
    const store = await open();
    await store.ensureCollection(spec);
    const filter = { must: [{ key: 'kind', match: { value: 'collection' } }] };
    await clientOf(url).setPayload(prefix, { wait: true, payload: { format: 1 }, filter });
    await expect(store.collections()).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining('another format'),
      context: { format: 1, expected: 3 },
    });
    await store.close();
    await remove();
  });

  it('removes a collection whose program died before anybody could see it', async () => {
    const { url, open, remove } = await underPrefix();
    const { prefix } = parseQdrantUrl(url);
    await open().then((store) => store.close());
    const dying = await openQdrantStore(url, {
      beforeStatement: (operation) => {
        if (operation.includes('/index')) throw new Error('died');
      },
    });
    await expect(dying.ensureCollection(spec)).rejects.toThrow('died');
    const store = await open();
    await store.ensureCollection({ ...spec, name: 'sooner' });
    expect(await placesUnder(url)).toHaveLength(2);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    await store.ensureCollection({ ...spec, name: 'later' });
    vi.restoreAllMocks();
    expect((await placesUnder(url)).map((place) => place.split('.')[1]).sort()).toEqual(['later', 'sooner']);
    expect((await clientOf(url).count(prefix)).count).toBe(2);
    await store.close();
    await remove();
  });

  it('deletes later what is left of a collection whose program died while it removed it', async () => {
    const { url, open, remove } = await underPrefix();
    const store = await open();
    await store.ensureCollection(spec);
    const dying = await openQdrantStore(url, {
      beforeStatement: (operation) => {
        if (operation.startsWith('DELETE')) throw new Error('died');
      },
    });
    const [place] = await placesUnder(url);
    await expect(dying.removeCollection(name)).rejects.toThrow('died');
    expect(await store.collections()).toEqual([]);
    await store.ensureCollection(spec);
    expect(await placesUnder(url)).toHaveLength(2);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000);
    await store.ensureCollection({ ...spec, name: 'later' });
    vi.restoreAllMocks();
    const there = await placesUnder(url);
    expect(there).toHaveLength(2);
    expect(there).not.toContain(place);
    await store.close();
    await remove();
  });

  it('has nothing of a change whose program died, also when that wakes up and writes on', async () => {
    const { store, url, remove, waiting } = abandoned;
    await waiting;
    await writeOn(url, 2);
    for (const text of ['first', 'second'])
      await store.write(name, { put: [makeRecord('b', { text: [text] })] });
    expect((await store.chunksOf(name, 'a')).map(({ content }) => content)).toEqual(['sea 1', 'quay 1']);
    expect(await store.stats(name)).toMatchObject([{ documents: 2, chunks: 3 }]);
    await store.close();
    await remove();
  });

  describe('changes of several requests', { timeout }, () => {
    let place: QdrantStorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await underPrefix();
      store = await place.open();
      await store.ensureCollection(spec);
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    it('are seen whole by those who read meanwhile', async () => {
      await store.write(name, { put: [version(0)] });
      const reader = await place.open();
      const over = new AbortController();
      const reading = (async () => {
        const seen = new Set<string>();
        while (!over.signal.aborted) {
          const chunks = await reader.chunksOf(name, 'a');
          const numbers = new Set(chunks.map(({ content }) => content.split(' ')[1]));
          expect([chunks.length, numbers.size]).toEqual([2, 1]);
          const { hits } = await reader.searchKeyword('sea', { collection: name, limit: 5 });
          expect(hits.length).toBe(1);
          expect(await reader.stats(name)).toMatchObject([{ documents: 1, chunks: 2 }]);
          seen.add([...numbers].join());
        }
        return seen.size;
      })();
      for (let number = 1; number <= 20; number += 1) await store.write(name, { put: [version(number)] });
      over.abort();
      expect(await reading).toBeGreaterThan(1);
      await reader.close();
    });
  });
});

/** What a change that was given up sends later: a chunk that came with it. */
async function writeOn(url: string, change: number): Promise<void> {
  const client = clientOf(url);
  const [place] = (await placesUnder(url)) as [string];
  const filter = { must: [{ key: 'kind', match: { value: 'chunk' } }] };
  const { points } = await client.scroll(place, { filter, with_vector: true });
  const [first] = points;
  const vector = first!.vector as Record<string, number[]>;
  const late = { id: crypto.randomUUID(), vector, payload: { ...first!.payload, born: change } };
  await client.upsert(place, { wait: true, points: [late] });
}

function clientOf(url: string): QdrantClient {
  const { origin, apiKey } = parseQdrantUrl(url);
  return new QdrantClient({ url: origin, apiKey, checkCompatibility: false });
}

/** Where the points of the store's collections are. */
async function placesUnder(url: string): Promise<string[]> {
  const { collections } = await clientOf(url).getCollections();
  const { prefix } = parseQdrantUrl(url);
  return collections.map((collection) => collection.name).filter((place) => place.startsWith(`${prefix}.`));
}
