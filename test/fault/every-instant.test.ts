import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { DocumentRecord, Store } from '../../src/store/store.ts';
import { sha256 } from '../../src/util/ids/hash.ts';
import { makePagedRecord, makeRecord, spec, unitVector } from '../contract/store/records.ts';
import { instantsOf } from './instants.ts';
import { expectWhole, stateOf } from './state.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pincite-instants-'));
});
afterEach(() => rm(root, { recursive: true }));

const at = (name: string) => path.join(root, name);
const databaseOf = (folder: string) => path.join(folder, 'pincite.db');

function withOriginal(id: string, text: string): DocumentRecord {
  const original = Buffer.from(text.repeat(1_000));
  return { ...makeRecord(id, { text: [text], document: { sourceHash: sha256(original) } }), original };
}

async function fill(store: Store): Promise<void> {
  await store.ensureCollection(spec);
  await store.write(spec.name, {
    put: [makePagedRecord(), makeRecord('a'), withOriginal('b', 'harbour tax'), makeRecord('c')],
  });
  await store.write(spec.name, { put: [makeRecord('c', { text: ['newer'] })], keepVersions: true });
}

async function stateIn(folder: string): Promise<unknown> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  const state = await stateOf(store);
  await store.close();
  return state;
}

const reembed = (store: Store) =>
  store.reembed(spec.name, {
    model: { embeddingModel: 'other-model', dimensions: 8, maxTokens: 99, table: new Uint8Array([1, 2]) },
    vectorsFor: async (chunks) => chunks.map(({ chunkId }) => ({ vector: unitVector(`new ${chunkId}`) })),
  });

/** Each is one transaction, whatever it writes beside the database. */
const operations: [string, (store: Store) => Promise<unknown>][] = [
  [
    'adding documents',
    (store) => store.write(spec.name, { put: [makeRecord('d'), withOriginal('e', 'silver')] }),
  ],
  ['replacing one', (store) => store.write(spec.name, { put: [withOriginal('b', 'other words')] })],
  [
    'keeping versions',
    (store) => store.write(spec.name, { put: [makeRecord('a', { text: ['x'] })], keepVersions: true }),
  ],
  ['deleting', (store) => store.write(spec.name, { remove: ['b', 'c', 'paged'] })],
  [
    'changing metadata',
    (store) => store.updateMetadata(spec.name, { target: { documentIds: ['a', 'b'] }, patch: { n: 1 } }),
  ],
  [
    'making a collection',
    (store) => store.ensureCollection({ ...spec, name: 'more', table: new Uint8Array([7]) }),
  ],
  ['removing a collection', (store) => store.removeCollection(spec.name)],
  ['re-embedding', reembed],
];

describe('a process that is killed before any statement', () => {
  it.each(operations)('leaves the old or the new state when it is %s', async (_, operate) => {
    const seed = await openSqliteStore(`sqlite:${at('seed')}`);
    await fill(seed);
    await seed.close();
    const before = await stateIn(at('seed'));
    const instants = await instantsOf(at('seed'), at('instants'), async (store) => {
      await operate(store);
    });
    const after = await stateIn(at('seed'));
    expect(after).not.toEqual(before);
    expect(instants.length).toBeGreaterThan(1);
    for (const { folder } of instants) {
      const store = await expectWhole(folder);
      const state = await stateOf(store);
      if (JSON.stringify(state) !== JSON.stringify(before)) expect(state).toEqual(after);
      await store.close();
    }
  });

  it('leaves the same documents when it is emptying a store of what was removed', async () => {
    const seed = await openSqliteStore(`sqlite:${at('seed')}`);
    await fill(seed);
    await seed.write(spec.name, { remove: ['a', 'b'] });
    await seed.close();
    const before = await stateIn(at('seed'));
    const instants = await instantsOf(at('seed'), at('instants'), async (store) => {
      await store.maintenance?.vacuum();
    });
    expect(instants.length).toBeGreaterThan(2);
    for (const { folder } of instants) {
      const store = await expectWhole(folder);
      expect(await stateOf(store)).toEqual(before);
      await store.close();
    }
  });
});

describe('a log', () => {
  it('that was cut anywhere loses the latest changes as wholes', async () => {
    const store = await openSqliteStore(`sqlite:${at('whole')}`);
    const states = [JSON.stringify([])];
    const change = async (action: () => Promise<unknown>) => {
      await action();
      states.push(JSON.stringify(await stateOf(store)));
    };
    await change(() => store.ensureCollection(spec));
    for (let number = 0; number < 6; number += 1) {
      const put = [makeRecord(`n${number}`), makePagedRecord()];
      await change(() => store.write(spec.name, { put, remove: [`n${number - 2}`] }));
    }
    const log = readFileSync(`${databaseOf(at('whole'))}-wal`);
    const left = new Set<number>();
    for (let cut = 0; cut <= 12; cut += 1) {
      const folder = at(`cut${cut}`);
      cpSync(at('whole'), folder, { recursive: true, filter: (source) => !source.endsWith('-shm') });
      const length = Math.floor((log.length * (30 + 5.8 * cut)) / 100);
      writeFileSync(`${databaseOf(folder)}-wal`, log.subarray(0, length));
      const opened = await expectWhole(folder);
      left.add(states.indexOf(JSON.stringify(await stateOf(opened))));
      await opened.close();
    }
    expect(left).not.toContain(-1);
    expect(left.size).toBeGreaterThan(2);
    await store.close();
  });
});
