/**
 * Gives the chunks of a collection other vectors, while it is read and written:
 *
 *   chunks ──▶ staged_vectors ──▶ vectors, model, fields
 *      batch by batch        one swap, when none is missing
 *
 * Only the swap is seen by others; it is one transaction, and costs about 15 µs a chunk. Ids of chunks ascend, so what
 * came meanwhile is found at the end; what went took its staged vector along. A call that ends early leaves its staged
 * vectors to the next one with the same model; one with another model removes them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StoreError } from '../../errors.ts';
import type { ReembedRequest } from '../collection-model.ts';
import { requireEmbedded } from '../require-embedded.ts';
import { type CollectionRow, requireCollection } from './collections.ts';
import { readTransaction, whenFree, writeTransaction } from './connection.ts';
import type { SqlDatabase } from './driver.ts';
import * as reembeddings from './reembeddings.ts';
import { swapVectors } from './swap-vectors.ts';
import { toText } from './text-bytes.ts';

/** After so many swaps that found chunks without a vector, new documents wait for the next one. */
const openRounds = 3;

/** @see Store.reembed */
export async function replaceVectors(
  database: SqlDatabase,
  name: string,
  request: ReembedRequest,
): Promise<number> {
  const { model, signal } = request;
  const writing = <Result>(action: (row: CollectionRow) => Result) => {
    const transaction = () => writeTransaction(database, () => action(requireCollection(database, name)));
    return whenFree(transaction, signal);
  };
  const id = await writing((row) => reembeddings.beginReembedding(database, row, model));
  for (let round = 1; ; round += 1) {
    await stageMissing(database, name, { request, id });
    const count = await writing((row) =>
      trySwap(database, row, { request, id, isLate: round >= openRounds }),
    );
    if (count === undefined) continue;
    await sweepStaged(database);
    return count;
  }
}

interface Run {
  readonly request: ReembedRequest;
  readonly id: number;
}

/** Embeds the chunks of now that have no staged vector, or stops when another call has ended this one. */
async function stageMissing(database: SqlDatabase, name: string, { request, id }: Run): Promise<void> {
  const { model, vectorsFor, signal, onProgress } = request;
  const reading = <Result>(action: (row: CollectionRow) => Result) =>
    readTransaction(database, () => action(requireCollection(database, name)));
  const { total, last: until, ...counts } = reading((row) => reembeddings.chunkCounts(database, row, id));
  let { staged } = counts;
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const texts = reading((row) => reembeddings.nextTexts(database, row, { id, after, until }));
    const last = texts.at(-1);
    if (last === undefined) return;
    const embedded = await vectorsFor(texts);
    requireEmbedded(model, texts, embedded);
    const rows = texts.map((text, index) => ({ chunk: text.id, embedded: embedded[index]! }));
    const stage = () => reembeddings.stageVectors(database, { id, model: model.embeddingModel }, rows);
    if (!(await whenFree(() => writeTransaction(database, stage), signal))) return;
    after = last.id;
    staged += texts.length;
    onProgress?.(Math.min(staged, total), total); // a chunk with a staged vector may have gone since
  }
}

/** Gives the number of chunks, or `undefined` when some have no staged vector yet. */
function trySwap(
  database: SqlDatabase,
  row: CollectionRow,
  { request: { model }, id, isLate }: Run & { readonly isLate: boolean },
): number | undefined {
  const { total, staged } = reembeddings.chunkCounts(database, row, id);
  if (!reembeddings.isRunning(database, id)) {
    // Another call may have done the same.
    if (row.embedding_model === model.embeddingModel && row.dimensions === model.dimensions) return total;
    throw new StoreError('The collection is being embedded with another model by another call.', {
      hint: 'Wait until that is done, then embed it again.',
      context: { collection: toText(row.name), model: model.embeddingModel },
    });
  }
  if (staged === total) {
    swapVectors(database, row, { reembedding: id, model });
    return total;
  }
  if (isLate) reembeddings.closeToDocuments(database, id);
  return undefined;
}

/** Removes the staged vectors of all re-embeddings that are over, letting the event loop turn. */
export async function sweepStaged(database: SqlDatabase): Promise<void> {
  while (await whenFree(() => writeTransaction(database, () => reembeddings.sweepReembeddings(database)))) {
    await nextTurn();
  }
}
