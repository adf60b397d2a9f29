import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import { describeStoreProperties } from './properties.ts';
import type { StorePlace } from './bench.ts';
import { describeStore } from './suite.ts';
import { describeWholeReads } from './whole-reads.ts';

async function onDisk(): Promise<StorePlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-store-'));
  return {
    open: () => openSqliteStore(`sqlite:${folder}`),
    remove: () => rm(folder, { recursive: true }),
  };
}

async function inMemory(): Promise<StorePlace> {
  return { open: () => openSqliteStore('sqlite::memory:'), remove: async () => {} };
}

describeStore('SQLite on disk', onDisk, { durable: true });
describeStore('SQLite in memory', inMemory, { durable: false });
describeStoreProperties('SQLite in memory', inMemory);
describeWholeReads('SQLite', onDisk);
