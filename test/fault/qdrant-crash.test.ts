/** The Qdrant server is killed in the middle of changes, and comes back: nothing is half-stored, and the same again succeeds. */
import { QdrantClient } from '@qdrant/js-client-rest';
import { describe, expect, it } from 'vitest';
import { copyCollections } from '../../src/knowledge-base/transfer/copy.ts';
import { openQdrantStore } from '../../src/store/qdrant/qdrant-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { hasQdrant } from '../support/qdrant-server.ts';
import { restartingQdrant } from './restarting-qdrant.ts';

describe.skipIf(!hasQdrant)('a Qdrant server that is killed', () => {
  const { urlOf, address, kill, restart } = restartingQdrant();

  it('leaves all of a change or nothing, whenever that is', async () => {
    const requests = new Requests(kill);
    const store = await openQdrantStore(urlOf('killed'), { beforeStatement: () => requests.count() });
    await store.ensureCollection(spec);
    await store.write(spec.name, { put: [makeRecord('kept'), makeRecord('old')] });
    const before = await stateOf(store);
    const change = {
      put: [makeRecord('kept', { text: ['Another sea.'] }), makeRecord('new')],
      remove: ['old'],
    };
    const after = {
      documents: ['kept 2', 'new 1'],
      nearest: ['kept#0000', 'new#0000', 'new#0001'],
      words: ['kept#0000', 'new#0000', 'new#0001'],
      chunks: 3,
    };
    // Until the commit has reached the server, whatever the program hears of it.
    for (let at = 2; ; at += 2) {
      requests.killAt(at);
      const failure = await store.write(spec.name, change).catch((error: unknown) => error);
      await requests.killed();
      await restart();
      const now = await stateOf(store);
      expect([before, after]).toContainEqual(now);
      if (now.documents[0] === after.documents[0]) break;
      expect(failure).toMatchObject({ name: 'StoreError', hint: expect.stringContaining('server') });
    }
    await store.write(spec.name, { remove: ['new'] });
    expect((await stateOf(store)).documents).toEqual(['kept 2']);
    expect(await leftovers()).toEqual([]);
    await store.removeCollection(spec.name);
    await store.close();
  });

  it('lets another program go on where one was lost', async () => {
    const requests = new Requests(kill);
    const lost = await openQdrantStore(urlOf('lost'), { beforeStatement: () => requests.count() });
    await lost.ensureCollection(spec);
    await lost.write(spec.name, { put: [makeRecord('a')] });
    requests.killAt(7);
    await expect(lost.write(spec.name, { put: [makeRecord('b')], remove: ['a'] })).rejects.toThrow(/failed/);
    await requests.killed();
    await lost.close();
    await restart();
    const other = await openQdrantStore(urlOf('lost'));
    await other.write(spec.name, { put: [makeRecord('c')] });
    expect((await stateOf(other)).documents).toEqual(['a 1', 'c 1']);
    expect(await leftovers()).toEqual([]);
    await other.close();
  });

  it('leaves a copy where it goes on', async () => {
    const source = await openSqliteStore('sqlite::memory:');
    await source.ensureCollection(spec);
    const ids = Array.from({ length: 300 }, (_, index) => `d${String(index).padStart(3, '0')}`);
    await source.write(spec.name, { put: ids.map((id) => makeRecord(id)) });
    const target = await openQdrantStore(urlOf('copied'));
    let seen = 0;
    const onProgress = () => {
      seen += 1;
      if (seen === 3) void kill();
    };
    const copying = copyCollections({ store: source }, { store: target }, { onProgress });
    await expect(copying).rejects.toMatchObject({ name: 'StoreError' });
    await restart();
    expect((await target.documents(spec.name)).length).toBeLessThan(ids.length);
    await copyCollections({ store: source }, { store: target });
    expect(await stateOf(target)).toEqual(await stateOf(source));
    await Promise.all([source.close(), target.close()]);
  });

  /** Points of no state of a collection, by their collection. */
  async function leftovers(): Promise<string[]> {
    const client = new QdrantClient({ url: address(), checkCompatibility: false });
    const { collections } = await client.getCollections();
    const found: string[] = [];
    for (const { name } of collections.filter((collection) => collection.name.includes('.'))) {
      const with_payload = ['kind', 'key', 'id', 'part'];
      const { points } = await client.scroll(name, { limit: 1000, with_payload });
      const documents = new Set(points.filter(({ payload }) => payload?.kind === 'document').map(keyOf));
      found.push(
        ...points
          .filter((point) => !documents.has(keyOf(point)))
          .map(({ payload }) => describeIn(name, payload)),
      );
      const all = points.map(({ payload }) => describeIn(name, payload));
      found.push(...all.filter((one, index) => all.indexOf(one) < index));
    }
    return found;
  }
});

const describeIn = (collection: string, payload: unknown) => `${collection} ${JSON.stringify(payload)}`;
const keyOf = ({ payload }: { readonly payload?: Record<string, unknown> | null }) => String(payload?.key);

/** Counts requests, and kills the server before one of them. */
class Requests {
  private readonly kill: () => Promise<void>;
  private counted = 0;
  private at = Infinity;
  private killing: Promise<void> | undefined;

  constructor(kill: () => Promise<void>) {
    this.kill = kill;
  }

  count(): void {
    this.counted += 1;
    if (this.counted === this.at) this.killing = this.kill();
  }

  killAt(at: number): void {
    [this.counted, this.at, this.killing] = [0, at, undefined];
  }

  /** Counts no more, and resolves when the server has gone. */
  async killed(): Promise<void> {
    this.at = Infinity;
    await this.killing;
  }
}

/** All that can be found or listed, by document. */
async function stateOf(store: Store) {
  const scope = { collection: spec.name, limit: 100 };
  const [total] = await store.stats(spec.name);
  return {
    documents: (await store.documents(spec.name)).map(
      ({ documentId, version }) => `${documentId} ${version}`,
    ),
    nearest: (await store.searchVector(unitVector('q'), scope)).map(({ chunkId }) => chunkId).sort(),
    words: (await store.searchKeyword('sea paragraph', scope)).hits.map(({ chunkId }) => chunkId).sort(),
    chunks: total?.chunks,
  };
}
