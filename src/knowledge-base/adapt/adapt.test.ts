import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig, type ConfigInput } from '../../config/config.ts';
import { openStaticEmbedder, readBuiltInTable } from '../../embed/built-in/built-in.ts';
import { EmbeddingModelMismatchError } from '../../errors.ts';
import { KnowledgeBase } from '../knowledge-base.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import { levels } from '../../types.ts';
import { unlessAborted } from '../../util/async/unless-aborted.ts';
import { beginAdapting } from './adapt.ts';
import type { AdaptResponse } from './adapt-options.ts';
import type { DocumentInput } from '../add/inputs.ts';
import { openParts, type Parts } from '../parts/parts.ts';
import type { Train } from './train.ts';
import { writeDocuments } from '../add/write-documents.ts';

const heldOut = { pairs: 40, before: 2, after: 1.5 };
const base = readBuiltInTable();
/** Gives a table in which some tokens mean something else: another one for each salt. */
const changed = (salt: number) => {
  const table = Uint8Array.from(base);
  const middle = Math.floor(table.length / 2);
  for (let index = 0; index < 2_000; index += 1) table[middle + index] = (index * 7 + salt) % 100;
  return table;
};

interface Opened {
  readonly kb: KnowledgeBase;
  readonly parts: Parts;
  /** What each call of the training was given. */
  readonly trained: { readonly titles: ReadonlySet<string>; readonly chunks: number }[];
  /** Adds, and gives what came of adapting where that has begun. */
  readonly add: (documents: readonly DocumentInput[]) => Promise<AdaptResponse | undefined>;
}

let opened: Opened[];
beforeEach(() => (opened = []));
afterEach(async () => {
  for (const { kb } of opened) await kb.close();
});

/** A knowledge base whose training is this one, counted. */
async function open(train: Train, embedding: ConfigInput['embedding'] = {}, store?: Store): Promise<Opened> {
  const parts = await openParts(parseConfig({ store: 'sqlite::memory:', embedding }));
  const trained: Opened['trained'] = [];
  const counting: Train = async (chunks, options) => {
    trained.push({ titles: new Set(chunks.map(({ title }) => title)), chunks: chunks.length });
    return train(chunks, options);
  };
  const all = { ...parts, ...(store && { store }), train: counting };
  const kb = new KnowledgeBase(all);
  const add = async (documents: readonly DocumentInput[]) =>
    (await kb.addDocuments(documents)).adapting ? kb.adapt() : undefined;
  const one = { kb, parts: all, trained, add };
  opened.push(one);
  return one;
}

let salt = 0;
const learns: Train = async (_, { onProgress }) => {
  onProgress?.(1, 2);
  salt += 1;
  return { kind: 'adapted', table: changed(salt), heldOut };
};
const keeps: Train = async () => ({ kind: 'kept', table: base, heldOut, reason: 'no gain' });

/** Learns when it is let. */
function learnsLater(): { readonly train: Train; readonly goOn: () => void } {
  const gate = new AbortController();
  const opening = once(gate.signal, 'abort');
  const train: Train = async (chunks, options) => {
    await unlessAborted(opening, options.signal);
    return learns(chunks, options);
  };
  return { train, goOn: () => gate.abort() };
}

const chunksEach = 10;
const chunking = { chunkSize: 40, overlap: 0 };
/** Documents of ten chunks: a paragraph each. */
const notes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => note(from + index));

function note(number: number) {
  const paragraphs = Array.from(
    { length: chunksEach },
    (_, part) =>
      `Pump ${number * chunksEach + part} of the harbour was serviced, and its worn seal was replaced by a new one in week ${number % 50} of the year.`,
  );
  return {
    sourceType: 'text' as const,
    documentId: `note${number}`,
    title: `Note ${number}`,
    source: paragraphs.join('\n\n'),
    chunking,
  };
}

describe('adapting after adding', () => {
  it('begins with 200 chunks, and again when they have doubled', async () => {
    const { kb, trained, add } = await open(learns);
    const first = await kb.addDocuments(notes(0, 19));
    expect(first).toMatchObject({ totalChunks: 190, adapting: false });
    expect(trained).toEqual([]);
    expect(await add(notes(19, 20))).toMatchObject({
      outcome: 'adapted',
      adaptation: { chunks: 200, heldOut },
    });
    expect(trained).toEqual([{ titles: new Set(notes(0, 20).map(({ title }) => title)), chunks: 200 }]);
    expect(await add(notes(20, 39))).toBeUndefined();
    const update = await kb.updateDocuments({ strategy: 'upsert', newDocuments: notes(39, 40) });
    expect(update.adapting).toBe(true);
    await kb.adapt();
    expect(trained).toHaveLength(2);
    expect(await add(notes(0, 40))).toBeUndefined();
  });

  it('learns from passages, and not from the parents that have their text', async () => {
    const store = await openSqliteStore('sqlite::memory:');
    const chunksOf = store.chunksOf.bind(store);
    store.chunksOf = async (...place) => {
      const [first, ...others] = await chunksOf(...place);
      return [{ ...first!, level: levels.section }, ...others];
    };
    const { kb, trained } = await open(keeps, { adapt: 'off' }, store);
    await kb.addDocuments(notes(0, 3));
    await kb.adapt();
    expect(trained).toMatchObject([{ chunks: 3 * (chunksEach - 1) }]);
  });

  it('goes on behind the call: what is added is found meanwhile, and what comes meanwhile is learned from', async () => {
    const { train, goOn } = learnsLater();
    const { kb, parts, trained } = await open(train);
    expect(await kb.addDocuments(notes(0, 20))).toMatchObject({ adapting: true });
    expect((await kb.retrieve('seal of pump 117')).hits[0]?.chunk.chunkId).toBe('note11#0007');
    expect(await kb.addDocuments(notes(20, 50))).toMatchObject({ adapting: true });
    expect((await kb.collections())[0]?.embeddingModel).toBe(parts.embedder.modelId);
    goOn();
    expect(await kb.adapt()).toMatchObject({ outcome: 'adapted', adaptation: { chunks: 500 } });
    expect(trained.map(({ chunks }) => chunks)).toEqual([200, 500]);
    expect((await kb.retrieve('seal of pump 417')).hits[0]?.chunk.chunkId).toBe('note41#0007');
  });

  it('learns from the last few that came meanwhile where it is asked to', async () => {
    const { train, goOn } = learnsLater();
    const { kb, trained } = await open(train);
    await kb.addDocuments(notes(0, 20));
    await kb.addDocuments(notes(20, 25));
    const waited = kb.adapt();
    goOn();
    expect(await waited).toMatchObject({ outcome: 'adapted', adaptation: { chunks: 250 } });
    expect(trained.map(({ chunks }) => chunks)).toEqual([200, 250]);
  });

  it('tells who waits for it how far it is, and lets that one go on abort', async () => {
    const { train, goOn } = learnsLater();
    const { kb } = await open(train);
    await kb.addDocuments(notes(0, 20));
    const stop = new AbortController();
    const left = kb.adapt({ signal: stop.signal });
    const steps = new Set<string>();
    const waited = kb.adapt({ onProgress: ({ step }) => steps.add(step) });
    stop.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    goOn();
    expect(await waited).toMatchObject({ outcome: 'adapted' });
    expect(steps).toEqual(new Set(['learn', 'embed']));
  });

  it('stops with the knowledge base, which leaves all as it was, and begins again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pincite-adapt-'));
    const store = `sqlite:${folder}`;
    const first = await openParts(parseConfig({ store }));
    const before = new KnowledgeBase({ ...first, train: learnsLater().train });
    expect(await before.addDocuments(notes(0, 20))).toMatchObject({ adapting: true });
    await before.close();
    const parts = { ...(await openParts(parseConfig({ store }))), train: learns };
    const kb = new KnowledgeBase(parts);
    expect((await kb.collections())[0]).toMatchObject({ embeddingModel: parts.embedder.modelId });
    expect(await beginAdapting(parts, 'default')).toBe(true);
    await vi.waitFor(
      async () => expect((await kb.collections())[0]).toMatchObject({ adaptation: { kind: 'adapted' } }),
      { timeout: 20_000, interval: 100 },
    );
    await kb.close();
    await rm(folder, { recursive: true });
  });

  it('embeds all chunks with the collection’s own table, and those that are added later', async () => {
    const { kb, parts, add } = await open(learns);
    await add(notes(0, 20));
    await kb.addDocuments(notes(20, 21));
    const [{ embeddingModel } = { embeddingModel: '' }] = await kb.collections();
    expect(embeddingModel).toMatch(new RegExp(`^${parts.embedder.modelId}\\+[0-9a-f]{16}$`));
    const own = openStaticEmbedder((await parts.store.collectionModel('default'))!);
    let count = 0;
    for await (const { document, chunks } of parts.store.export('default')) {
      count += 1;
      expect(document.embeddingModel).toBe(embeddingModel);
      const [{ chunk, context, vector }] = chunks as [(typeof chunks)[number]];
      const [expected] = await own.embed([`${context}\n${chunk.content}`], { role: 'passage' });
      expect(vector).toEqual(expected);
      expect(chunk.embeddingModel).toBe(embeddingModel);
    }
    expect(count).toBe(21);
  });

  it('finds and answers as ever', async () => {
    const { kb, add } = await open(learns);
    await add(notes(0, 20));
    const { hits, warnings } = await kb.retrieve('seal of pump 117');
    expect(hits[0]?.chunk.chunkId).toBe('note11#0007');
    expect(warnings).toEqual([]);
    const { answered, citations } = await kb.ask('In which week was the seal of pump 117 replaced?');
    expect(answered).toBe(true);
    expect(citations[0]).toMatchObject({ documentId: 'note11', located: 'exact' });
  });

  it('remembers that the model was better as it was', async () => {
    const { kb, trained, parts, add } = await open(keeps);
    expect(await add(notes(0, 20))).toMatchObject({
      outcome: 'kept',
      embeddingModel: parts.embedder.modelId,
    });
    await kb.addDocuments(notes(20, 30));
    expect(trained).toHaveLength(1);
    expect((await kb.collections())[0]).toMatchObject({
      embeddingModel: parts.embedder.modelId,
      adaptation: { kind: 'kept', reason: 'no gain', chunks: 200 },
    });
    expect(await parts.store.collectionModel('default')).toBeUndefined();
  });

  it('tells who waits that it failed, with the documents stored, and begins again with what is added', async () => {
    let failing = true;
    const { kb, parts, add } = await open((...given) =>
      failing ? Promise.reject(new Error('out of memory')) : learns(...given),
    );
    await expect(add(notes(0, 20))).rejects.toThrow('out of memory');
    expect((await kb.retrieve('seal', { topK: 1 })).hits).toHaveLength(1);
    expect((await parts.store.collectionSpec('default'))?.adaptation).toBeUndefined();
    failing = false;
    expect(await add(notes(0, 20))).toMatchObject({ outcome: 'adapted' });
  });

  it('leaves the collection as it was when it is stopped, while learning or embedding', async () => {
    for (const step of ['learn', 'embed']) {
      const { kb, parts } = await open(learns, { adapt: 'off' });
      await kb.addDocuments(notes(0, 60));
      const stop = new AbortController();
      const stopped = kb.adapt({
        signal: stop.signal,
        onProgress: (event) => {
          if (event.step === step) stop.abort(new Error(`stopped at ${step}`));
        },
      });
      await expect(stopped).rejects.toThrow(`stopped at ${step}`);
      expect(await parts.store.collectionSpec('default')).toEqual({
        name: 'default',
        embeddingModel: parts.embedder.modelId,
        dimensions: parts.embedder.dimensions,
        maxTokens: parts.embedder.maxTokens,
      });
      expect((await kb.retrieve('seal', { topK: 1 })).hits).toHaveLength(1);
      expect(await kb.adapt()).toMatchObject({ outcome: 'adapted' });
    }
  });

  it('does nothing when it is off', async () => {
    const { kb, trained } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 20));
    expect(trained).toEqual([]);
    await kb.adapt();
    expect(trained).toHaveLength(1);
    await kb.addDocuments(notes(20, 21));
    expect((await kb.retrieve('seal of pump 205')).warnings).toEqual([]);
  });
});

describe('evaluate', () => {
  it('measures the model as it comes beside the adapted one', async () => {
    const { kb, trained } = await open(learns);
    const relevantDocuments = new Map([['note11', 1]]);
    const query = { queryId: 'q', query: 'seal of pump 117', relevantDocuments };
    const dataset = {
      name: 'pumps',
      queries: [query],
      documents: notes(0, 20),
      references: [],
      warnings: [],
    };
    const { configurations } = await kb.evaluate(dataset, {
      metrics: ['recall@1'],
      configurations: [
        { name: 'adapted', chunking },
        { name: 'as it comes', chunking, embedding: { adapt: 'off' } },
      ],
    });
    expect(trained).toHaveLength(1);
    expect(configurations.map(({ name, settings }) => [name, settings])).toEqual([
      ['adapted', { chunking }],
      ['as it comes', { chunking, embedding: { adapt: 'off' } }],
    ]);
    expect(await kb.collections()).toEqual([]);
    const anew = kb.evaluate(
      { name: 'pumps', queries: [query], references: [], warnings: [] },
      { configurations: [{ name: 'base', embedding: { adapt: 'off' } }] },
    );
    await expect(anew).rejects.toThrow(/"base" indexes documents anew/);
  });
});

describe('adapt', () => {
  it('does nothing where nothing has been added, unless it is forced', async () => {
    const { kb, trained } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 3));
    const first = await kb.adapt();
    expect(first.outcome).toBe('adapted');
    expect(await kb.adapt()).toEqual({ ...first, outcome: 'unchanged', ms: 0 });
    expect(await kb.adapt({ force: true })).toMatchObject({ outcome: 'adapted' });
    await kb.addDocuments(notes(3, 4));
    expect(await kb.adapt()).toMatchObject({ outcome: 'adapted', adaptation: { chunks: 40 } });
    expect(trained).toHaveLength(3);
  });

  it('goes by the documents, not by how many chunks they have', async () => {
    const { kb, trained } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 3));
    await kb.adapt();
    await kb.updateDocuments({ strategy: 'delete', documentIds: ['note0'] });
    await kb.addDocuments(notes(3, 4));
    expect(await kb.adapt()).toMatchObject({ outcome: 'adapted', adaptation: { chunks: 30 } });
    await kb.addDocuments([{ ...note(5), documentId: 'note3' }]);
    expect(await kb.adapt()).toMatchObject({ outcome: 'adapted', adaptation: { chunks: 30 } });
    expect(await kb.adapt()).toMatchObject({ outcome: 'unchanged' });
    expect(trained).toHaveLength(3);
  });

  it('is for the built-in model only', async () => {
    const { kb } = await open(learns, { model: { ...counted().embedder } });
    await kb.addDocuments(notes(0, 1));
    await expect(kb.adapt()).rejects.toThrow(/Only the built-in model/);
    await expect(kb.adapt({ collection: 'none' })).rejects.toThrow(/no collection "none"/);
  });

  it('is forgotten when the collection is embedded again', async () => {
    const { kb, parts } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 3));
    const { embeddingModel } = await kb.adapt();
    expect(await kb.reembed()).toMatchObject({ changed: false, embeddingModel });
    expect(await kb.reembed({ force: true })).toMatchObject({
      changed: true,
      chunks: 30,
      previousModel: embeddingModel,
      embeddingModel: parts.embedder.modelId,
    });
    expect((await kb.collections())[0]?.adaptation).toBeUndefined();
  });

  it('searches a collection that is adapted beside one that is not', async () => {
    const { kb } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 3));
    await kb.addDocuments(notes(4, 7), { collection: 'plain' });
    await kb.adapt();
    const collections = ['default', 'plain'];
    const { hits, warnings } = await kb.retrieve('seal of the pump', {
      collections,
      mode: 'vector',
      topK: 60,
    });
    expect(warnings).toEqual([]);
    expect(new Set(hits.map(({ collection }) => collection))).toEqual(new Set(collections));
  });

  it('embeds a change anew that was prepared before', async () => {
    const { kb, parts } = await open(learns, { adapt: 'off' });
    await kb.addDocuments(notes(0, 3));
    const prepared = [];
    for await (const record of parts.store.export('default')) prepared.push(record);
    const { embeddingModel } = await kb.adapt();
    await writeDocuments(parts, 'default', { change: { put: prepared } });
    expect(await kb.document('note0')).toMatchObject({ embeddingModel, version: 2 });
    const own = openStaticEmbedder((await parts.store.collectionModel('default'))!);
    for await (const { chunks } of parts.store.export('default')) {
      const [{ chunk, context, vector }] = chunks as [(typeof chunks)[number]];
      expect([vector]).toEqual(await own.embed([`${context}\n${chunk.content}`], { role: 'passage' }));
    }
  });
});

/** An embedder of five dimensions that counts what it embeds, worth caching. */
function counted(modelId = 'counted') {
  const embedded: string[] = [];
  const embedder = {
    modelId,
    dimensions: 5,
    maxTokens: 1_000,
    cacheable: true,
    embed: async (texts: readonly string[], { role }: { role: string }) => {
      if (role === 'passage') embedded.push(...texts);
      return texts.map((text) => {
        const values = Float32Array.from({ length: 5 }, (_, index) => text.charCodeAt(index * 3) % 17 || 1);
        const norm = Math.hypot(...values);
        return values.map((value) => value / norm);
      });
    },
  };
  return { embedder, embedded };
}

describe('reembed', () => {
  it('changes a collection to the configured model, whatever its dimensions', async () => {
    const before = await open(learns);
    await before.add(notes(0, 20));
    const { embedder } = counted();
    const { kb } = await open(learns, { model: embedder }, before.parts.store);
    const refused = kb.retrieve('seal', { mode: 'vector' });
    await expect(refused).rejects.toThrow(EmbeddingModelMismatchError);
    await expect(refused).rejects.toMatchObject({ hint: expect.stringContaining('`reembed`') });
    await expect(kb.addDocuments(notes(30, 31))).rejects.toMatchObject({
      hint: expect.stringContaining('`reembed`'),
    });
    expect((await kb.ask('seal', { mode: 'keyword' })).retrieval.hits.length).toBeGreaterThan(0);
    const seen: number[] = [];
    const response = await kb.reembed({ onProgress: ({ done, total }) => seen.push(done / total) });
    expect(response).toMatchObject({ changed: true, chunks: 200, embeddingModel: 'counted' });
    expect(seen.at(-1)).toBe(1);
    expect((await kb.retrieve('seal', { mode: 'vector' })).hits.length).toBeGreaterThan(0);
    expect((await kb.collections())[0]).toMatchObject({ dimensions: 5, embeddingModel: 'counted' });
    await kb.addDocuments(notes(30, 31));
    expect(await kb.reembed()).toMatchObject({ changed: false, chunks: 0 });
    await expect(kb.reembed({ collection: 'none' })).rejects.toThrow(/no collection "none"/);
  });
});

describe('vectors that are worth keeping', () => {
  it('are not made again for text that has not changed', async () => {
    const { embedder, embedded } = counted();
    const { kb } = await open(learns, { model: embedder });
    await kb.addDocuments(notes(0, 1));
    expect(embedded).toHaveLength(10);
    await kb.addDocuments(notes(0, 1), { force: true });
    await kb.addDocuments(notes(0, 1), { collection: 'copy' });
    expect(embedded).toHaveLength(10);
    await kb.reembed({ force: true });
    expect(embedded).toHaveLength(20);
    await kb.addDocuments(notes(0, 1), { force: true });
    expect(embedded).toHaveLength(20);
  });

  it('are kept of a document that fails half way, and go with the text', async () => {
    const { embedder, embedded } = counted();
    let calls = 0;
    const flaky = {
      ...embedder,
      limits: { batchSize: 1, concurrency: 1 },
      embed: async (texts: readonly string[], options: { role: string }) => {
        calls += 1;
        if (calls === 3) throw new Error('429');
        return embedder.embed(texts, options);
      },
    };
    const { kb } = await open(learns, { model: flaky });
    const paragraphs = ['otters', 'badgers', 'herons', 'newts'].map((animal) =>
      Array.from({ length: 30 }, (_, day) => `Day ${day} of the ${animal}.`).join(' '),
    );
    const larger = { chunkSize: 100, overlap: 0 };
    const add = () =>
      kb.addDocuments([
        { sourceType: 'text', documentId: 'a', source: paragraphs.join('\n\n'), chunking: larger },
      ]);
    expect(await add()).toMatchObject({ errors: [{ error: { message: expect.stringContaining('429') } }] });
    expect(embedded.length).toBe(2);
    const { totalChunks } = await add();
    expect(embedded.length).toBe(totalChunks);
    await kb.updateDocuments({ strategy: 'delete', documentIds: ['a'] });
    await add();
    expect(embedded.length).toBe(2 * totalChunks);
  });
});
