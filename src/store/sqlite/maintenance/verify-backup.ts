import { existsSync } from 'node:fs';
import path from 'node:path';
import { StoreError } from '../../../errors.ts';
import { openDriver, type SqlDatabase } from '../database/driver.ts';
import { openOriginals } from '../write/originals.ts';
import { databaseFile, readOnlyAddress } from '../database/address.ts';
import { requireOurTables } from '../database/schema.ts';
import { toText } from '../database/text-bytes.ts';
import { engineFindings } from './check-engine.ts';

export interface BackupContents {
  readonly collections: number;
  readonly documents: number;
  readonly chunks: number;
}

/**
 * Checks that a folder holds a whole store that this program can read, without changing it.
 *
 * @throws StoreError that says what is wrong.
 */
export async function verifyBackup(folder: string, signal?: AbortSignal): Promise<BackupContents> {
  const file = path.join(folder, databaseFile);
  if (!existsSync(file)) throw unusable(folder, `it has no ${databaseFile}`);
  const { damage, orphans } = await engineFindings(readOnlyAddress(file));
  if (damage.length > 0) throw unusable(folder, `it is damaged (${damage[0]})`);
  if (orphans.length > 0) throw unusable(folder, 'it has rows without their document');
  const contents = await reading(file, (database) => {
    requireOurTables(database);
    return countContents(database, folder);
  });
  const originals = openOriginals(file);
  for (const hash of await originalsIn(file)) {
    signal?.throwIfAborted();
    await originals.read(hash);
  }
  return contents;
}

/** The hashes of the originals that the documents of a database refer to. */
export function originalsIn(file: string): Promise<string[]> {
  return reading(file, (database) => {
    const rows = database.prepare('SELECT DISTINCT hash FROM originals').all<{ hash: Uint8Array }>();
    return rows.map(({ hash }) => toText(hash));
  });
}

async function reading<Result>(file: string, action: (database: SqlDatabase) => Result): Promise<Result> {
  const database = await openDriver(readOnlyAddress(file), 0, { location: file });
  try {
    return action(database);
  } finally {
    database.close();
  }
}

function countContents(database: SqlDatabase, folder: string): BackupContents {
  const count = (what: string) =>
    database.prepare(`SELECT ${what}`).get<{ count: number }>()?.count ?? Number.NaN;
  const contents = {
    collections: count('count(*) AS count FROM collections'),
    documents: count('count(*) AS count FROM documents'),
    chunks: count('count(*) AS count FROM chunks'),
  };
  const texts = count('count(*) AS count FROM document_texts');
  const said = count('total(chunk_count) AS count FROM documents');
  const bodies = count('count(*) AS count FROM chunk_bodies');
  const vectors = count('count(*) AS count FROM vectors');
  const agree =
    texts === contents.documents && [said, bodies, vectors].every((chunks) => chunks === contents.chunks);
  if (!agree) throw unusable(folder, 'documents or chunks are missing');
  return contents;
}

function unusable(folder: string, why: string): StoreError {
  return new StoreError(`The backup ${folder} cannot be used: ${why}.`, {
    hint: 'Use another backup.',
    context: { folder },
  });
}
