import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embed/embedder.ts';
import type { Store } from '../store/store.ts';
import type { RetrieveParts } from './parts.ts';
import type { RetrieveRequest } from './request.ts';
import type { Reranker } from './reranker.ts';
import { retrieve } from './retrieve.ts';
import { cut, makeStore, plainRequest } from './samples.testing.ts';

const text = 'The first wing. The second wing. The third wing. The fourth wing.';
const chunks = cut('turbine', text, [
  [0, 15],
  [16, 32],
  [33, 48],
  [49, 65],
]).map((chunk) => ({ chunk, vector: Float32Array.of(1, 0) }));

/** Asks every part for something: all of the chunks are read, around each of them too, within a budget. */
const request: RetrieveRequest = {
  ...plainRequest,
  query: 'the wing',
  topK: 2,
  candidates: { vector: 3, keyword: 2 },
  mmr: 0.5,
  rerank: { candidates: 4, timeBudgetMs: 1000 },
  scoring: { recency: 1, recencyDays: 180, typeWeights: {} },
  contextWindow: 1,
  tokenBudget: 1000,
  groupByDocument: true,
};

/** What that asks of the store, the embedder and the reranker. */
const calls = [
  'collections',
  'embed',
  'searchKeyword',
  'searchVector',
  'places',
  'rerank',
  'documents',
  'documentsById',
  'vectors',
  'read',
  'chunks',
  'documentText',
];

type Work = (...given: never[]) => Promise<unknown>;
/** Stands in for a call of the part of that name. */
type Instead = (name: string, work: () => Promise<unknown>) => Promise<unknown>;

/** What a retrieval asks, each call of which goes through `instead`. */
function partsThrough(instead: Instead): RetrieveParts {
  const through = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...given: never[]) => instead(String(name), () => (member as Work)(...given));
      },
    });
  const samples = makeStore([{ collection: 'default', documentId: 'turbine', text, chunks }]);
  const store: Store = through({ ...samples, read: (action) => action(store) });
  const embedder: Embedder = through({
    modelId: 'test',
    dimensions: 2,
    maxTokens: 100,
    embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1, 0)),
  });
  const reranker: Reranker = through({
    modelId: 'test',
    rerank: async (_: string, passages: readonly string[]) =>
      passages.map((_passage, index) => 1 / (index + 1)),
  });
  return {
    store,
    embedderFor: async () => embedder,
    reranker,
    tokenizer: async () => ({ count: ({ length }) => length }),
  };
}

const reason = new Error('asked to stop');

describe('retrieve, aborted', () => {
  it('at any call of any part: gives the reason, and asks nothing more', async () => {
    const all: string[] = [];
    const counted = partsThrough((name, work) => {
      all.push(name);
      return work();
    });
    const { hits } = await retrieve(counted, request);
    expect(hits.length).toBe(2);
    expect([...new Set(all)].sort()).toEqual([...calls].sort());
    for (const number of all.keys()) {
      const stopping = new AbortController();
      const { signal } = stopping;
      let count = 0;
      const parts = partsThrough(async (_, work) => {
        if (count === number) stopping.abort(reason);
        count += 1;
        return work();
      });
      await expect(retrieve(parts, { ...request, signal })).rejects.toBe(reason);
      const before = count;
      await sleep(2);
      expect(count).toBe(before);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
  });

  it.each(calls)('while %s hangs and does not heed the signal', async (hanging) => {
    const stopping = new AbortController();
    const parts = partsThrough((name, work) => {
      if (name !== hanging) return work();
      setImmediate(() => stopping.abort(reason));
      return new Promise<never>(() => undefined);
    });
    await expect(retrieve(parts, { ...request, signal: stopping.signal })).rejects.toBe(reason);
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  });

  it('before it begins: asks nothing', async () => {
    let count = 0;
    const parts = partsThrough(async (_, work) => {
      count += 1;
      return work();
    });
    const signal = AbortSignal.abort(reason);
    await expect(retrieve(parts, { ...request, signal })).rejects.toBe(reason);
    await sleep(2);
    expect(count).toBe(0);
  });

  it('not at all: leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    await retrieve(
      partsThrough((_, work) => work()),
      { ...request, signal },
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
