import { cpSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CollectionModel, ReembedRequest } from '../../src/store/collection-model.ts';
import { openConnection } from '../../src/store/sqlite/database/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { faultsOf } from '../contract/store/integrity.ts';
import { makeRecord, spec, unit, unitVector } from '../contract/store/records.ts';

const next: CollectionModel = {
  embeddingModel: 'next-model',
  dimensions: 4,
  maxTokens: 64,
  table: Uint8Array.from({ length: 9_000 }, (_, index) => index % 256),
};
const nextVector = (content: string) => unit([...unitVector(`next ${content}`).subarray(0, 4)]);
const vectorsFor: ReembedRequest['vectorsFor'] = async (chunks) =>
  chunks.map(({ content }) => ({ vector: nextVector(content), textHash: sha256(content) }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-reembedding-'));
});
afterEach(() => rm(folder, { recursive: true }));

const urlOf = (name: string) => `sqlite:${path.join(folder, name)}`;

/** The model of a store and the ids of its documents, after checking that every vector is of that model. */
async function stateOf(name: string): Promise<{ model: string; documents: string }> {
  const database = await openConnection(urlOf(name));
  expect(faultsOf(database)).toEqual([]);
  database.close();
  const store = await openSqliteStore(urlOf(name));
  try {
    const { embeddingModel, dimensions } = (await store.collection(spec.name))!;
    const isNext = embeddingModel === next.embeddingModel;
    expect(dimensions).toBe(isNext ? next.dimensions : spec.dimensions);
    expect((await store.collectionModel(spec.name)) !== undefined).toBe(isNext);
    const ids: string[] = [];
    for await (const { document, chunks } of store.export(spec.name)) {
      ids.push(document.documentId);
      expect(document.embeddingModel).toBe(embeddingModel);
      for (const [index, { chunk, vector }] of chunks.entries()) {
        const { documentId, content } = chunk;
        expect(vector).toEqual(
          isNext ? nextVector(content) : unitVector(`${documentId} ${index} ${content}`),
        );
      }
    }
    await expectSearchesWhole(store, isNext ? nextVector('q') : unitVector('q'));
    return { model: embeddingModel, documents: ids.join('') };
  } finally {
    await store.close();
  }
}

async function expectSearchesWhole(store: Store, vector: Float32Array): Promise<void> {
  const { chunkCount } = (await store.collection(spec.name))!;
  const scope = { collection: spec.name, limit: 1_000 };
  expect(await store.searchVector(vector, scope)).toHaveLength(chunkCount);
}

it('leaves the old or the new, whole, whenever the process is killed', async () => {
  let copies = 0;
  let isCopying = false;
  // What the files hold before each statement is what is left when the process is killed there.
  const beforeStatement = () => {
    if (isCopying)
      cpSync(path.join(folder, 'live'), path.join(folder, `copy${(copies += 1)}`), { recursive: true });
  };
  const store = await openSqliteStore(urlOf('live'), { beforeStatement });
  await store.ensureCollection(spec);
  await store.write(spec.name, { put: ['a', 'b', 'c'].map((id) => makeRecord(id)) });
  isCopying = true;
  let calls = 0;
  await store.reembed(spec.name, {
    model: next,
    vectorsFor: async (chunks) => {
      calls += 1;
      isCopying = false;
      if (calls === 1) await store.write(spec.name, { remove: ['a'], put: [makeRecord('d')] });
      isCopying = true;
      return vectorsFor(chunks);
    },
  });
  isCopying = false;
  await store.close();

  const states: string[] = [];
  for (let copy = 1; copy <= copies; copy += 1) {
    const { model, documents } = await stateOf(`copy${copy}`);
    states.push(`${model} ${documents}`);
  }
  const seen = [...new Set(states)];
  expect(seen).toEqual(['test-model abc', 'test-model bcd', 'next-model bcd']);
  expect([...states].sort((a, b) => seen.indexOf(a) - seen.indexOf(b))).toEqual(states);

  for (let copy = 1; copy <= copies; copy += 7) {
    const again = await openSqliteStore(urlOf(`copy${copy}`));
    const whole = (await again.collection(spec.name))!.chunkCount;
    expect(await again.reembed(spec.name, { model: next, vectorsFor })).toBe(whole);
    await again.close();
    expect((await stateOf(`copy${copy}`)).model).toBe('next-model');
    const database = await openConnection(urlOf(`copy${copy}`));
    const left = database.prepare('SELECT count(*) AS count FROM staged_vectors').get<{ count: number }>();
    expect(left).toMatchObject({ count: 0 });
    database.close();
  }
  expect(readdirSync(folder).length).toBeGreaterThan(30);
});
