import { storeWith } from '../../test/support/store-with.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePagedRecord, makeRecord, spec, unitVector } from '../../test/contract/store/records.ts';
import { type KnowledgeBase, openKnowledgeBase } from './knowledge-base.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { sha256 } from '../util/ids/hash.ts';
import { copyCollections } from './transfer/copy.ts';
import { exportLines } from './transfer/export.ts';
import { importLines } from './transfer/import.ts';
import type { TransferProgress } from './transfer/receive.ts';

let from: { readonly store: Store };
let to: { readonly store: Store };
beforeEach(async () => {
  from = { store: await openSqliteStore('sqlite::memory:') };
  to = { store: await openSqliteStore('sqlite::memory:') };
  await from.store.ensureCollection(spec);
});
afterEach(async () => {
  await Promise.all([from.store.close(), to.store.close()]);
});

const original = Buffer.from('the bytes of a file '.repeat(400_000));
const withOriginal = () => ({
  ...makeRecord('c', { document: { sourceHash: sha256(original), supersededAt: undefined } }),
  original,
});

async function fill(): Promise<void> {
  const odd = makeRecord('odd', { text: ['NUL \0, lone \ud800, emoji 😀, line\u2028end', '   ', 'ok'] });
  await from.store.write(spec.name, { put: [makePagedRecord(), makeRecord('a'), withOriginal(), odd] });
  await from.store.write(spec.name, { put: [makeRecord('a', { text: ['newer'] })], keepVersions: true });
  await from.store.updateMetadata(spec.name, { target: { chunkIds: ['c#0001'] }, patch: { seen: true } });
  await from.store.ensureCollection({ ...spec, name: 'empty' });
}

async function contents(store: Store, name = spec.name): Promise<unknown[]> {
  const records: unknown[] = [];
  for await (const record of store.export(name)) {
    const { ingestedAt: _, ...document } = record.document;
    records.push({ ...record, document });
  }
  return records;
}

async function lines(): Promise<string[]> {
  const all: string[] = [];
  for await (const line of exportLines(from)) all.push(line);
  return all;
}

const counts = {
  collections: ['empty', spec.name],
  documentsInserted: 5,
  documentsReplaced: 0,
  documentsSkipped: 0,
};
const again = { ...counts, documentsInserted: 0, documentsSkipped: 5, totalChunks: 0 };

async function expectCopy(): Promise<void> {
  expect(await contents(to.store)).toEqual(await contents(from.store));
  expect((await to.store.collections()).map(({ name }) => name)).toEqual(['empty', spec.name]);
  expect(Buffer.from((await to.store.original(spec.name, 'c')) ?? []).equals(original)).toBe(true);
  const scope = { collection: spec.name, limit: 10 };
  expect(await to.store.searchKeyword('newer', scope)).toEqual(
    await from.store.searchKeyword('newer', scope),
  );
  expect(await to.store.searchVector(unitVector('q'), scope)).toEqual(
    await from.store.searchVector(unitVector('q'), scope),
  );
}

describe('copyTo', () => {
  it('moves everything without embedding, and a second time nothing', async () => {
    await fill();
    const seen: TransferProgress[] = [];
    const result = await copyCollections(from, to, { onProgress: (progress) => seen.push(progress) });
    expect(result).toMatchObject({ ...counts, documentsChecked: 5 });
    expect(seen.map(({ done }) => done)).toEqual([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
    expect(new Set(seen.map(({ total }) => total))).toEqual(new Set([5]));
    expect(seen.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => 'inserted'),
      ...Array.from({ length: 5 }, () => 'checked'),
    ]);
    await expectCopy();
    expect(await copyCollections(from, to)).toEqual({ ...again, documentsChecked: 5 });
  });

  it('replaces what has changed since', async () => {
    await fill();
    await copyCollections(from, to);
    await from.store.write(spec.name, { put: [makeRecord('odd', { text: ['mended'] })] });
    expect(await copyCollections(from, to)).toMatchObject({ documentsReplaced: 1, documentsSkipped: 4 });
  });

  it('brings the model of an adapted collection along', async () => {
    const table = new Uint8Array([1, 2, 3]);
    await from.store.ensureCollection({ ...spec, name: 'adapted', table });
    await copyCollections(from, to, { collections: ['adapted'] });
    expect([...((await to.store.collectionModel('adapted')) ?? [])]).toEqual([...table]);
    expect(await to.store.collection(spec.name)).toBeUndefined();
  });

  it('refuses a collection that is not there, and one of another model', async () => {
    await expect(copyCollections(from, to, { collections: ['absent'] })).rejects.toMatchObject({
      code: 'COLLECTION_NOT_FOUND',
    });
    await to.store.ensureCollection({ ...spec, embeddingModel: 'another' });
    await expect(copyCollections(from, to)).rejects.toMatchObject({ code: 'EMBEDDING_MODEL_MISMATCH' });
  });

  it('stops at the signal and goes on the next time', async () => {
    await fill();
    const many = Array.from({ length: 300 }, (_, index) => makeRecord(`many ${index}`));
    await from.store.write(spec.name, { put: many });
    const controller = new AbortController();
    const stopAtSecond = ({ done }: TransferProgress) => {
      if (done === 2) controller.abort(new Error('stopped'));
    };
    const stopped = copyCollections(from, to, { signal: controller.signal, onProgress: stopAtSecond });
    await expect(stopped).rejects.toThrow('stopped');
    const half = (await to.store.documents(spec.name)).length;
    expect(half).toBeGreaterThan(0);
    const { documentsInserted, documentsSkipped } = await copyCollections(from, to);
    expect([documentsSkipped, documentsInserted]).toEqual([half, 305 - half]);
    await expectCopy();
  });
});

describe('export and import', () => {
  it('move everything, in pieces of any size, and a second time nothing', async () => {
    await fill();
    const bytes = Buffer.from((await lines()).join(''));
    const pieces = Array.from({ length: Math.ceil(bytes.length / 999_983) }, (_, index) =>
      bytes.subarray(index * 999_983, (index + 1) * 999_983),
    );
    expect(await importLines(to, pieces)).toMatchObject(counts);
    await expectCopy();
    expect(await importLines(to, await lines())).toEqual(again);
  });

  it('import a single collection under another name', async () => {
    await from.store.write(spec.name, { put: [makeRecord('a')] });
    const result = await importLines(to, await lines(), { collection: 'other' });
    expect(result.collections).toEqual(['other']);
    expect((await to.store.documents('other'))[0]?.collection).toBe('other');
  });

  const wrong: [string, (all: string[]) => string[], RegExp, number][] = [
    ['is cut between documents', (all) => all.slice(0, -1), /ends before the export/, 2],
    ['is cut within a document', (all) => all.slice(0, -2), /ends before the export/, 1],
    ['is cut within a line', (all) => [...all.slice(0, 5), all[5]!.slice(0, 40)], /Line 6 .*not JSON/, 1],
    ['lacks a line', (all) => all.toSpliced(3, 1), /Line 5 .*not complete/, 0],
    ['lacks its head', (all) => all.slice(1), /no export of Pincite: line 1: .*begins with/, 0],
    ['is other JSON', () => ['{"a": 1}\n'], /line 1: kind: is none that a line of an export has$/, 0],
    ['is empty', () => [], /no export of Pincite: it is empty/, 0],
    [
      'is something else',
      () => ['# Notes\n', 'about pumps\n'],
      /no export of Pincite: line 1: it is not JSON/,
      0,
    ],
    [
      'has a field of a wrong type',
      (all) => all.with(2, all[2]!.replace('"tags":[]', '"tags":7')),
      /Line 3 .*tags/,
      0,
    ],
    ['has a line of another kind', (all) => all.toSpliced(2, 0, '{"kind":"thing"}\n'), /Line 3 /, 0],
    [
      'has a text that is not that of its chunks',
      (all) => all.with(2, all[2]!.replace('The first', 'The worst')),
      /Line 5 .*not the text/,
      0,
    ],
  ];
  it.each(wrong)(
    'refuse a file that %s, and keep the documents before it',
    async (_, spoil, message, kept) => {
      await from.store.write(spec.name, { put: [makeRecord('a'), makeRecord('b')] });
      const all = await lines();
      await expect(importLines(to, spoil(all))).rejects.toThrow(message);
      const stored = await to.store.documents(spec.name).catch(() => []);
      expect(stored).toHaveLength(kept);
      expect(await importLines(to, all)).toMatchObject({ documentsSkipped: kept });
      expect(await contents(to.store)).toEqual(await contents(from.store));
    },
  );

  it('take no original for that of a document which was replaced meanwhile', async () => {
    await from.store.write(spec.name, { put: [withOriginal()] });
    const newer = Buffer.from('newer bytes');
    const document = { sourceHash: sha256(newer), supersededAt: undefined };
    const replacement = { ...makeRecord('c', { text: ['newer'], document }), original: newer };
    const replacing: Store = storeWith(from.store, {
      original: async (...place: [string, string]) => {
        await from.store.write(spec.name, { put: [replacement] });
        return from.store.original(...place);
      },
    });
    const written: string[] = [];
    for await (const line of exportLines({ store: replacing })) written.push(line);
    await importLines(to, written);
    expect(await to.store.original(spec.name, 'c')).toBeUndefined();
    await importLines(to, await lines());
    expect(Buffer.from((await to.store.original(spec.name, 'c')) ?? [])).toEqual(newer);
  });

  it('take in no original of another hash', async () => {
    await from.store.write(spec.name, { put: [withOriginal()] });
    const spoiled = (await lines()).map((line) =>
      line.replace(/("kind":"original","bytes":")..../, '$1AAAA'),
    );
    await expect(importLines(to, spoiled)).rejects.toThrow('its original has another hash');
  });

  it('keep one document in memory, however many there are', async () => {
    const most: string[] = [];
    for (let number = 0; number < 20; number += 1) {
      await from.store.write(spec.name, { put: [makeRecord(`d${number}`)] });
    }
    const read = exportLines(from);
    let pulled = 0;
    const counted = (async function* () {
      for await (const line of read) {
        pulled += 1;
        yield line;
      }
    })();
    const onProgress = ({ done }: TransferProgress) => {
      expect(pulled).toBe(2 + 3 * done);
      most.push('');
    };
    await importLines(to, counted, { onProgress });
    expect(most).toHaveLength(20);
  });
});

describe('of the library', () => {
  let folder: string;
  let kb: KnowledgeBase;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pincite-transfer-'));
    kb = await openKnowledgeBase({ store: `sqlite:${folder}/store` });
  });
  afterEach(async () => {
    await kb.close();
    await rm(folder, { recursive: true });
  });

  it('backup, check, vacuum, export, import and copyTo work on what addDocuments stores', async () => {
    const source = '# Harbour\n\nThe harbour closes at noon on Sundays.\n\n## Fees\n\nBoats pay by length.';
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'harbour' }]);
    expect(await kb.check()).toMatchObject({ documents: 1, problems: [] });
    await kb.vacuum();
    expect(await kb.backup(`${folder}/backup`)).toMatchObject({ documents: 1 });
    const other = await openKnowledgeBase({ store: `sqlite:${folder}/backup` });
    const third = await openKnowledgeBase({ store: 'sqlite::memory:' });
    expect(await kb.copyTo(third)).toMatchObject({ documentsInserted: 1 });
    expect(await third.import(other.export())).toMatchObject({ documentsSkipped: 1 });
    const { hits } = await third.retrieve('When does the harbour close?');
    expect(hits[0]?.chunk.content).toContain('noon');
    expect(await third.check()).toMatchObject({ problems: [] });
    await Promise.all([other.close(), third.close()]);
  });
});
