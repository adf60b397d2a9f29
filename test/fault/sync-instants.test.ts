import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { KnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import { openParts } from '../../src/knowledge-base/parts/parts.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { Snapshots } from './instants.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pincite-sync-instants-'));
});
afterEach(() => rm(root, { recursive: true }));

const at = (name: string) => path.join(root, name);

async function open(store: string, beforeStatement?: (sql: string) => void): Promise<KnowledgeBase> {
  const config = parseConfig({ ingest: { keepOriginals: true } });
  const watched = await openSqliteStore(`sqlite:${store}`, { beforeStatement });
  return new KnowledgeBase(await openParts(config, { store: watched }));
}

/** File name → text of its document. */
async function textsOf(kb: KnowledgeBase): Promise<Map<string, string>> {
  const documents = (await kb.collections()).length === 0 ? [] : await kb.documents();
  const full = await Promise.all(documents.map(({ documentId }) => kb.document(documentId)));
  return new Map(full.map(({ sourcePath, text }) => [path.basename(sourcePath), text]));
}

it('a sync that is killed before any statement leaves whole documents, and goes on the next time', async () => {
  const write = (name: string, text: string) => writeFile(path.join(at('files'), name), text);
  await mkdir(at('files'));
  const old = new Map([
    ['a.txt', 'The harbour closes at noon.'],
    ['b.txt', 'Silver is taxed on Sundays.'],
    ['c.txt', 'A third text about boats.'],
  ]);
  for (const [name, text] of old) await write(name, text);
  const first = await open(at('store'));
  await first.sync(at('files'));
  await first.close();
  cpSync(at('store'), at('before'), { recursive: true });

  await write('b.txt', 'Silver is taxed on Mondays now.');
  await rm(path.join(at('files'), 'c.txt'));
  await write('d.txt', 'The fourth one is new.');
  const snapshots = new Snapshots(at('store'), at('instants'));
  const second = await open(at('store'), (sql) => snapshots.take(sql));
  await second.sync(at('files'));
  const after = await textsOf(second);
  await second.close();
  expect([...after.keys()].sort()).toEqual(['a.txt', 'b.txt', 'd.txt']);
  expect(snapshots.instants.length).toBeGreaterThan(4);

  for (const { folder } of snapshots.instants) {
    const kb = await open(folder);
    expect((await kb.check()).problems).toEqual([]);
    for (const [name, text] of await textsOf(kb)) expect([old.get(name), after.get(name)]).toContain(text);
    await kb.sync(at('files'));
    expect(await textsOf(kb)).toEqual(after);
    expect((await kb.check()).problems).toEqual([]);
    await kb.close();
  }
});
