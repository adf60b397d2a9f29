import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep, setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from '../../../errors.ts';
import { folderBytes } from '../../../util/files/folder-bytes.ts';
import type { VacuumResult } from '../../maintenance.ts';
import { whenFree, writeTransaction } from '../database/connection.ts';
import { dropPending, dropReplies } from '../caches.ts';
import { sweepOriginals } from '../write/original-references.ts';
import { sweepStaged } from '../vectors/reembed.ts';
import { removeOutdatedMatrices } from '../vector-index/vector-indexes.ts';
import { runAside } from './aside.ts';
import { sweepAbandoned } from './unfinished.ts';
import type { StoreFiles } from './store-files.ts';
import { collectionRows, type CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { analyserId } from '../../../text/terms/analyser.ts';
import { startMerge } from '../keyword-index/segments/merge-segments.ts';
import { liveSegments, removedChunks } from '../keyword-index/segments/segment-tables.ts';
import { mergePostings } from '../keyword-index/postings.ts';
import { hasOtherTerms, retireOtherTerms } from '../keyword-index/reanalyse.ts';

/** The copy is made in a file, since it may not fit into memory; what is overwritten becomes zeros. */
const rewrite = ['PRAGMA temp_store = FILE', 'PRAGMA secure_delete = ON', 'VACUUM'];
const emptyLog = 'PRAGMA wal_checkpoint(TRUNCATE)';
const longestReaderMs = 60_000;

/**
 * Writes the database anew without what was deleted, and empties its log.
 *
 * @param patienceMs how long readers of an old state are waited for.
 * @throws StoreError when one is still reading then, or the disk is full; the signal's reason between two steps.
 */
export async function vacuumStore(
  { database, originals }: StoreFiles,
  { signal, patienceMs = longestReaderMs }: { signal?: AbortSignal | undefined; patienceMs?: number } = {},
): Promise<VacuumResult> {
  const { location, address } = database;
  await compactKeywords(database, signal);
  await sweepOriginals(database, originals);
  const forget = () => {
    dropPending(database);
    dropReplies(database);
  };
  await whenFree(() => writeTransaction(database, forget), signal);
  await sweepStaged(database);
  await removeOutdatedMatrices(database);
  if (location === ':memory:') {
    database.exec('VACUUM');
    return { bytesBefore: 0, bytesAfter: 0 };
  }
  const folder = path.dirname(location);
  await sweepAbandoned(folder);
  const bytesBefore = await folderBytes(folder);
  try {
    await whenFree(() => runAside(address, rewrite), signal);
  } catch (error) {
    // What was written before it failed is of no use, and the log may fill the disk.
    await runAside(address, [emptyLog]).catch(() => undefined);
    throw error;
  }
  await truncateLog(address, { signal, patienceMs });
  await removeDerived(path.join(folder, 'derived'));
  return { bytesBefore, bytesAfter: await folderBytes(folder) };
}

/** Files in which vectors of removed chunks may be left; they are made anew from the database. */
async function removeDerived(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}

/** The log holds the old pages until everyone who reads them is done. */
async function truncateLog(
  address: string,
  { signal, patienceMs }: { signal: AbortSignal | undefined; patienceMs: number },
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const [[state] = []] = await whenFree(() => runAside(address, [emptyLog]), signal);
    if ((state as { busy: number }).busy === 0) return;
    if (performance.now() > deadline) throw readerInTheWay(address);
    await sleep(100, undefined, { signal }).catch(() => undefined);
  }
}

function readerInTheWay(location: string): StoreError {
  return new StoreError(`Another process has been reading an old state of ${location} for too long.`, {
    hint: 'Deleted text may still be in its log. Stop that process, then vacuum again.',
    context: { location },
  });
}

/** Writes those parts of the keyword index anew in which terms of removed chunks are left. */
async function compactKeywords(database: SqlDatabase, signal?: AbortSignal): Promise<void> {
  for (const row of collectionRows(database)) {
    const step = () => purgePostings(database, row);
    while (await whenFree(() => writeTransaction(database, step), signal)) await nextTurn();
  }
}

/** A few milliseconds of work. */
const postingsPerStep = 200_000;

/**
 * Does a step, in the caller's transaction, towards an index without a word of chunks that have gone, and gives whether
 * more is to be done.
 */
export function purgePostings(database: SqlDatabase, collection: CollectionRow): boolean {
  const { id: collectionId } = collection;
  if (hasOtherTerms(collection)) retireOtherTerms(database, collectionId);
  if (mergePostings(database, collectionId, { budget: postingsPerStep, time: 'quiet' })) return true;
  const segments = liveSegments(database, collectionId, analyserId);
  const worn = segments.find(({ first_chunk: first, last_chunk: last }) => {
    return removedChunks(database, collectionId, { first, last }).length > 0;
  });
  if (worn) startMerge(database, { collectionId, analyser: analyserId }, [worn]);
  return worn !== undefined;
}
