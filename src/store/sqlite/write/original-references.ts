/**
 * Which documents refer to which stored originals. A file is written before the transaction that refers to it, which
 * checks that it is still there; it is removed under the write lock, after its last reference. So a reference always has
 * its file, whatever is killed when; a file without one is removed by the next sweep.
 */
import { whenFree, writeTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import type { OriginalFiles } from './originals.ts';
import { toText } from '../database/text-bytes.ts';

/** Another process removed the file between its writing and the transaction. */
export class OriginalGone extends Error {}

/** @throws OriginalGone, upon which the file is to be written again. */
export function referToOriginal(
  database: SqlDatabase,
  { owner, hash }: { readonly owner: number; readonly hash: string },
  files: OriginalFiles,
): void {
  if (!files.has(hash)) throw new OriginalGone();
  database.prepare('INSERT INTO originals (document, hash) VALUES (?, ?)').run([owner, hash]);
}

/** The hash of a row of `documents`. */
export function originalOf(database: SqlDatabase, owner: number): string | undefined {
  const row = database
    .prepare('SELECT hash FROM originals WHERE document = ?')
    .get<{ hash: Uint8Array }>([owner]);
  return row && toText(row.hash);
}

/** The hashes that the documents of a collection refer to. */
export function originalsOfCollection(database: SqlDatabase, collectionId: number): string[] {
  return database
    .prepare(
      'SELECT DISTINCT o.hash FROM originals o JOIN documents d ON d.id = o.document WHERE d.collection_id = ?',
    )
    .all<{ hash: Uint8Array }>([collectionId])
    .map(({ hash }) => toText(hash));
}

/** Removes the files that no document refers to, and gives their number. */
export async function removeUnreferenced(
  database: SqlDatabase,
  files: OriginalFiles,
  hashes: Iterable<string>,
): Promise<number> {
  const candidates = unreferenced(database, hashes);
  if (candidates.length === 0) return 0;
  return whenFree(() =>
    writeTransaction(database, () => {
      const gone = unreferenced(database, candidates).filter((hash) => files.has(hash));
      for (const hash of gone) files.remove(hash);
      return gone.length;
    }),
  );
}

/** Removes what killed processes have left behind, and gives its number. */
export function sweepOriginals(database: SqlDatabase, files: OriginalFiles): Promise<number> {
  return removeUnreferenced(database, files, files.list());
}

function unreferenced(database: SqlDatabase, hashes: Iterable<string>): string[] {
  const statement = database.prepare('SELECT 1 FROM originals WHERE hash = ? LIMIT 1');
  return [...hashes].filter((hash) => statement.get([hash]) === undefined);
}
