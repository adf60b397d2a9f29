/**
 * Looks at the whole database, in four passes: what the engine says of its file; that what belongs together stands in
 * one collection; every document with its chunks and what filters see of it; the indexes and files beside it.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CheckOptions, StoreCheck, StoreProblem } from '../../maintenance.ts';
import { type CollectionRow, collectionRows } from '../collections.ts';
import { readTransaction, whenFree, writeTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { isDamage } from '../database/engine-errors.ts';
import { checkDocument } from './check-document.ts';
import { checkEngine } from './check-engine.ts';
import { abandonedCopies } from './unfinished.ts';
import type { Finding } from './finding.ts';
import type { StoreFiles } from './store-files.ts';
import { toText } from '../database/text-bytes.ts';
import { checkKeywordIndex } from '../keyword-index/check.ts';
import { rebuildKeywordIndex } from '../keyword-index/rebuild.ts';

/** Everything that is wrong, repaired where `repair` says so and it follows from the documents. */
export async function checkStore(files: StoreFiles, options: CheckOptions = {}): Promise<StoreCheck> {
  const { database } = files;
  const { repair = false, signal, onProgress } = options;
  const problems: StoreProblem[] = [];
  const report = async (findings: readonly Finding[]) => {
    for (const { heal, ...place } of findings) {
      if (repair && heal) await whenFree(() => writeTransaction(database, heal), signal);
      problems.push({ ...place, isRepaired: repair && heal !== undefined });
    }
  };
  const pass = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (!isDamage(error)) throw error;
      problems.push({ message: error.message, isRepaired: false });
    }
  };
  let [documents, chunks] = [0, 0];
  await pass(async () => report(await checkEngine(database)));
  await pass(async () => {
    const rows = documentRows(database);
    for (const { id, collection } of rows) {
      signal?.throwIfAborted();
      const found = readTransaction(database, () => checkDocument(database, collection, id));
      documents += 1;
      chunks += found.chunks;
      await report(found.findings);
      onProgress?.(documents, rows.length);
      await nextTurn();
    }
  });
  await pass(async () => report(checkKeywords(database)));
  await pass(async () => report(await checkOriginals(files, signal)));
  await pass(async () => report(await checkLeftovers(database)));
  return { documents, chunks, problems };
}

/** What killed backups and restores have left: it may hold texts that were deleted since. */
async function checkLeftovers({ location }: SqlDatabase): Promise<Finding[]> {
  if (location === ':memory:') return [];
  const copies = await abandonedCopies(path.dirname(location));
  return copies.map((copy) => ({
    message: `A backup or restore that was stopped has left ${copy}`,
    heal: () => rmSync(copy, { recursive: true, force: true }),
  }));
}

function documentRows(database: SqlDatabase): { id: number; collection: CollectionRow }[] {
  return collectionRows(database).flatMap((collection) =>
    database
      .prepare('SELECT id FROM documents WHERE collection_id = ? ORDER BY document_id')
      .all<{ id: number }>([collection.id])
      .map(({ id }) => ({ id, collection })),
  );
}

interface Reference {
  readonly hash: Uint8Array;
  readonly document_id: Uint8Array;
  readonly name: Uint8Array;
}

/** Whether every stored original that a document refers to is there, with the bytes of its hash. */
async function checkOriginals({ database, originals }: StoreFiles, signal?: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = [];
  const references = database
    .prepare(
      `SELECT o.hash, d.document_id, c.name FROM originals o JOIN documents d ON d.id = o.document
       JOIN collections c ON c.id = d.collection_id`,
    )
    .all<Reference>();
  for (const { hash, document_id, name } of references) {
    signal?.throwIfAborted();
    try {
      await originals.read(toText(hash));
    } catch (error) {
      const place = { collection: toText(name), documentId: toText(document_id) };
      findings.push({ ...place, message: (error as Error).message });
    }
  }
  return findings;
}

/** Whether the keyword index of each collection has the terms of its texts; healed by making it anew. */
function checkKeywords(database: SqlDatabase): Finding[] {
  return readTransaction(database, () =>
    collectionRows(database).flatMap((row) =>
      checkKeywordIndex(database, row).map((message) => ({
        collection: toText(row.name),
        message,
        heal: () => rebuildKeywordIndex(database, row.id),
      })),
    ),
  );
}
