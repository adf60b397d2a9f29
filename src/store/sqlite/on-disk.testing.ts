/** A store on disk with a collection, for the tests of this folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { spec } from '../../../test/contract/store/records.ts';
import { openConnection } from './database/connection.ts';
import { openSqliteStore } from './sqlite-store.ts';

export async function openOnDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-sqlite-'));
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  /** A second connection, to look inside. */
  const database = await openConnection(`sqlite:${folder}`);
  const close = async () => {
    database.close();
    await store.close();
    await rm(folder, { recursive: true });
  };
  return { folder, store, database, close };
}
