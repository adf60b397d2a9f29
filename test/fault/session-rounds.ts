/**
 * Writers and readers of one collection, each with connections of its own. Writers replace and remove pairs of documents, pairs of their own
 * and those that all share, patch metadata and keep vectors of texts that all share. A pair comes and goes in one change, and each of its parts tells of the
 * change, so that half a change shows.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../src/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { parseFilter } from '../../src/store/filter/parse-filter.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { makeRecord, spec, unitVector } from '../contract/store/records.ts';

const { name: collection } = spec;
const sharedPairs = ['north', 'south'];
const sides = ['left', 'right'];
/** Leaves the writers of the same process some of its time. */
const betweenReadsMs = 100;
const scope = { collection, limit: 10_000 };

/** What a writer knows is there, whatever the others do. */
export interface Written {
  /** Its own pair: the number that it was last put with; `undefined` where it was removed. */
  readonly number: number | undefined;
  readonly version: number;
  readonly mark: number | undefined;
  /** How often it has put each of the shared pairs. */
  readonly shared: Readonly<Record<string, number>>;
  /** How often the server did not say whether it had. */
  readonly unknown: number;
}

interface PutPair {
  readonly store: Store;
  readonly pair: string;
  readonly writer: string;
  readonly number: number;
}

/** Two documents of two chunks each, whose second texts, and the vectors of these, are those of every pair with the number. */
const putPair = ({ store, pair, writer, number }: PutPair) => {
  const put = sides.map((side) => {
    const text = [`harbour of ${pair} by ${writer} as of ${number}`, `tide ${number % 3}`];
    const record = makeRecord(`${pair}-${side}`, {
      text,
      document: { metadata: { pair, writer, number }, language: 'en' },
    });
    const chunks = record.chunks.map((chunk) => ({ ...chunk, textHash: sha256(chunk.chunk.content) }));
    return { ...record, chunks, original: new TextEncoder().encode(`original ${number % 3}`) };
  });
  return store.write(collection, { put });
};

/** Puts its own pair and the shared ones, patches and removes its own, `rounds` times. */
export async function writeRounds(store: Store, writer: string, rounds: number): Promise<Written> {
  const shared = Object.fromEntries(sharedPairs.map((pair) => [pair, 0]));
  const documentIds = sides.map((side) => `${writer}-${side}`);
  const numberOf = async () => {
    const [left] = await store.documents(collection, parseFilter({ documentId: documentIds[0] }));
    return left?.metadata['number'];
  };
  let unknown = 0;
  let own: Omit<Written, 'shared' | 'unknown'> = { number: undefined, version: 0, mark: undefined };
  for (let number = 0; number < rounds; number += 1) {
    const pair = sharedPairs[number % sharedPairs.length]!;
    const pending = [0, 1, 2].map((tide) => pendingVector(`tide ${(tide + number) % 3}`));
    await knowing(
      () => store.embeddings.set(pending),
      async () => false,
    );
    await knowing(
      () => putPair({ store, pair, writer, number }),
      async () => (unknown += 1) > 0,
    );
    shared[pair]! += 1;
    if (number % 3 === 2) {
      const removed = async () => (await numberOf()) === undefined;
      await knowing(() => store.write(collection, { remove: documentIds }), removed);
      own = { number: undefined, version: 0, mark: undefined };
      continue;
    }
    await knowing(
      () => putPair({ store, pair: writer, writer, number }),
      async () => (await numberOf()) === number,
    );
    const patch = { target: { documentIds }, patch: { mark: number } };
    await knowing(
      () => store.updateMetadata(collection, patch),
      async () => false,
    );
    own = { number, version: own.version + 1, mark: number };
  }
  return { ...own, shared, unknown };
}

/** Where a connection broke at the last moment, it is looked whether the change is there, and made again if not. */
async function knowing(change: () => Promise<unknown>, isThere: () => Promise<boolean>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof StoreError) || error.context['engineCode'] !== '08007') throw error;
    if (!(await isThere())) await knowing(change, isThere);
  }
}

const pendingVector = (text: string) => ({
  key: {
    hash: sha256(text),
    modelId: spec.embeddingModel,
    dimensions: spec.dimensions,
    role: 'passage' as const,
  },
  vector: unitVector(text),
});

/** Reads in every way until the signal; gives how often. */
export async function readRounds(
  store: Store,
  writers: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let rounds = 0;
  for (; !signal.aborted; rounds += 1) {
    await sleep(betweenReadsMs);
    const pair = [...writers, ...sharedPairs][rounds % (writers.length + sharedPairs.length)]!;
    const filter = parseFilter({ pair });
    const documents = await store.documents(collection, filter);
    assert.ok([0, 2].includes(documents.length), `${documents.length} documents of a pair`);
    const changes = documents.map(
      ({ metadata, version }) => `${metadata['writer']} ${metadata['number']} ${version}`,
    );
    assert.ok(new Set(changes).size <= 1, `a pair of two changes: ${changes.join(', ')}`);
    const near = await store.searchVector(unitVector('q'), { ...scope, filter });
    assert.ok([0, 4].includes(near.length), `${near.length} of 4 chunks by vector`);
    const { hits } = await store.searchKeyword(`harbour ${pair}`, { ...scope, filter });
    assert.ok([0, 4].includes(hits.length), `${hits.length} of 4 chunks by words`);
    await store.read(async (reads) => {
      const [total, ...groups] = await reads.stats(collection, { groupBy: 'pair' });
      assert.equal(total!.documents % sides.length, 0);
      assert.equal(total!.chunks, 2 * total!.documents);
      assert.equal(
        groups.reduce((sum, { documents: count }) => sum + count, 0),
        total!.documents,
      );
      const chunks = await reads.chunksOf(collection, `${pair}-left`);
      const content = await reads.content(collection, `${pair}-left`);
      assert.equal(chunks.length, content ? 2 : 0);
      for (const { content: text, charStart, charEnd } of chunks)
        assert.equal(content!.text.slice(charStart, charEnd), text);
    });
  }
  return rounds;
}

/** Everything that was written is there, and nothing else; counts, words and vectors agree. */
export async function expectAllWritten(store: Store, written: ReadonlyMap<string, Written>): Promise<void> {
  const documents = new Map(
    (await store.documents(collection)).map((document) => [document.documentId, document]),
  );
  const unknown = [...written.values()].reduce((sum, one) => sum + one.unknown, 0);
  for (const side of sides) {
    for (const [writer, { number, version, mark }] of written) {
      const found = documents.get(`${writer}-${side}`);
      assert.deepEqual(
        found && [found.metadata['number'], found.version, found.metadata['mark']],
        number === undefined ? undefined : [number, version, mark],
      );
    }
    for (const pair of sharedPairs) {
      const puts = [...written.values()].reduce((sum, { shared }) => sum + shared[pair]!, 0);
      const missed = puts - (documents.get(`${pair}-${side}`)?.version ?? 0);
      assert.ok(missed >= 0 && missed <= unknown, `${missed} of ${puts} puts of ${pair} are missing`);
    }
  }
  const there =
    [...written.values()].filter(({ number }) => number !== undefined).length + sharedPairs.length;
  assert.equal(documents.size, sides.length * there);
  const chunkIds = [...documents.keys()].flatMap((id) => [`${id}#0000`, `${id}#0001`]).sort();
  const near = await store.searchVector(unitVector('q'), scope);
  assert.deepEqual(near.map(({ chunkId }) => chunkId).sort(), chunkIds);
  const { hits } = await store.searchKeyword('harbour tide', scope);
  assert.deepEqual(hits.map(({ chunkId }) => chunkId).sort(), chunkIds);
  const [total] = await store.stats(collection);
  assert.deepEqual([total!.documents, total!.chunks], [documents.size, chunkIds.length]);
}
