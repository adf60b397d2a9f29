/**
 * Gives the chunks of a collection other vectors, while it is read and written:
 *
 *   chunks ──▶ a second named vector of their points ──▶ the collection's vector and model
 *      batch by batch                                one change, when none is missing
 *
 * Only the last change is seen by others. A chunk's point says which vectors it has, so what came meanwhile is found at the
 * end. A call that ends early leaves its vectors to the next one with the same model; one with another model drops them.
 */
import { StoreError } from '../../errors.ts';
import {
  type CollectionModel,
  type EmbeddedText,
  type ReembedRequest,
  requireEmbedded,
} from '../collection-model.ts';
import { forgetPending } from './caches.ts';
import type { Change } from './changes.ts';
import { quantizationOf, tableKey } from './collections.ts';
import { equal } from './conditions.ts';
import type { Connection, Filter } from './connection.ts';
import { bytePoints } from './parts.ts';
import { type ChunkPayload, restOf, textOf } from './points.ts';
import type { CollectionState, Reembedding, Registry } from './registry.ts';
import { Staging } from './staging.ts';
import type { View } from './view.ts';

/** After so many swaps that found chunks without a vector, new documents wait for the next one. */
const openRounds = 3;
const chunksPerBatch = 512;
/** A number takes up to 24 bytes, a request may have 32 MB. */
const numbersPerRequest = 1_000_000;
/** A killed process keeps nobody waiting for longer. */
const closedMs = 20_000;

type Changing = <Result>(action: (change: Change, view: View) => Promise<Result>) => Promise<Result>;
type Reading = <Result>(action: (view: View) => Promise<Result>) => Promise<Result>;

interface Run {
  readonly registry: Registry;
  readonly request: ReembedRequest;
  readonly changing: Changing;
  readonly reading: Reading;
  /** The name of the staged vector. */
  readonly vector: string;
}

/** @see Store.reembed */
export async function reembed(
  parts: Pick<Run, 'registry' | 'request' | 'changing' | 'reading'>,
): Promise<number> {
  const vector = await parts.changing((change) => begin(change, parts.request.model));
  const run: Run = { ...parts, vector };
  for (let round = 1; ; round += 1) {
    await stageMissing(run);
    const count = await run.changing((change, view) =>
      trySwap(change, view, { run, isLate: round >= openRounds }),
    );
    if (count !== undefined) return count;
  }
}

/** Goes on with what is there for the model, and drops what is there for another one; gives the vector's name. */
async function begin(change: Change, { embeddingModel, dimensions }: CollectionModel): Promise<string> {
  const { state, connection, number } = change;
  const running = state.reembedding;
  if (running?.embeddingModel === embeddingModel && running.dimensions === dimensions) {
    await change.release();
    return running.vector;
  }
  if (running) await dropVector(connection, state, running.vector);
  const vector = `v${number}`;
  await addVector(connection, state, { vector, dimensions });
  const reembedding: Reembedding = { embeddingModel, dimensions, vector, closedUntil: 0 };
  await change.commit({ ...state, reembedding }, { taking: false });
  return vector;
}

async function addVector(
  connection: Connection,
  { place }: CollectionState,
  { vector, dimensions }: { readonly vector: string; readonly dimensions: number },
): Promise<void> {
  const dense = { size: dimensions, distance: 'Dot' };
  await connection.change('createVectorName', place, { vector_name: vector, dense });
  if (!connection.place.isQuantized) return;
  const vectors = { [vector]: quantizationOf(connection) };
  await connection.send('updateCollection', { collection_name: place, vectors });
}

/** It is of no use any more, and one that stays harms nobody. */
async function dropVector(connection: Connection, { place }: CollectionState, vector: string): Promise<void> {
  await connection.change('deleteVectorName', place, { vector_name: vector }).catch(() => undefined);
}

const isRunning = ({ reembedding }: CollectionState, { vector }: Run) => reembedding?.vector === vector;

/** The chunks that have no staged vector yet. */
const missing = (view: View, { vector }: Run): Filter =>
  view.filter('chunk', { must_not: [equal('vectors', vector)] });

/** Embeds the chunks of now that have no staged vector, or stops when another call has ended this one. */
async function stageMissing(run: Run): Promise<void> {
  const { request, reading, changing } = run;
  const { model, vectorsFor, signal, onProgress } = request;
  const until = await reading(async ({ state }) => state.revision);
  for (;;) {
    signal?.throwIfAborted();
    const { chunks, total, left } = await reading(async (view) => ({
      chunks: isRunning(view.state, run) ? await someMissing(view, run, until) : [],
      total: view.state.totals.allChunks,
      left: await view.count(missing(view, run)),
    }));
    if (chunks.length === 0) return;
    const texts = chunks.map(({ payload }) => {
      const [content, context] = textOf(payload);
      return { chunkId: restOf(payload).chunkId, content, context };
    });
    const embedded = await vectorsFor(texts);
    requireEmbedded(model, texts, embedded);
    const staging = chunks.map((chunk, index) => ({ ...chunk, embedded: embedded[index]! }));
    if (!(await changing((change, view) => stageVectors(change, view, { run, staging })))) return;
    await forgetPending(
      run.registry,
      model,
      embedded.map(({ textHash }) => textHash),
    );
    onProgress?.(Math.min(total - left + chunks.length, total), total);
  }
}

interface MissingChunk {
  readonly id: string;
  readonly payload: Pick<ChunkPayload, 'record' | 'text'>;
}

/** What came later waits for the next round, lest there be no end. */
async function someMissing(view: View, run: Run, until: number): Promise<MissingChunk[]> {
  const { points } = await view.connection.send<{ readonly points: MissingChunk[] }>('scrollPoints', {
    collection_name: view.state.place,
    filter: { must: [missing(view, run), { key: 'born', range: { lte: until } }] },
    limit: chunksPerBatch,
    with_payload: ['record', 'text'],
  });
  return points;
}

interface Staged {
  readonly run: Run;
  readonly staging: readonly (MissingChunk & { readonly embedded: EmbeddedText })[];
}

/** Keeps vectors of chunks that are still there; false, and nothing, when the re-embedding is over. */
async function stageVectors(change: Change, view: View, { run, staging }: Staged): Promise<boolean> {
  const { state } = change;
  const isWanted = isRunning(state, run);
  if (isWanted) await keepVectors(change, view, { run, staging });
  await change.release();
  return isWanted;
}

async function keepVectors(change: Change, view: View, { run, staging }: Staged): Promise<void> {
  const { state, connection } = change;
  const filter: Filter = { must: [{ has_id: staging.map(({ id }) => id) }, change.visible] };
  const present = await view.all<Pick<ChunkPayload, 'vectors' | 'hashes'>>(filter, {
    wanted: { payload: ['vectors', 'hashes'] },
  });
  if (present.length === 0) return;
  const embeddedById = new Map(staging.map(({ id, embedded }) => [id, embedded]));
  const vectors = present.flatMap(({ id }) => {
    const { vector } = embeddedById.get(id)!;
    return vector.some((value) => value !== 0) ? [{ id, vector: { [run.vector]: [...vector] } }] : [];
  });
  const perRequest = Math.ceil(numbersPerRequest / run.request.model.dimensions);
  for (let start = 0; start < vectors.length; start += perRequest) {
    const points = vectors.slice(start, start + perRequest);
    await connection.change('updateVectors', state.place, { points });
  }
  // What they have is said last: a chunk that does not say so is embedded again.
  const operations = present.map(({ id, payload }) => {
    const { textHash } = embeddedById.get(id)!;
    const hashes = textHash === undefined ? payload.hashes : [...payload.hashes, `${run.vector}:${textHash}`];
    return { set_payload: { points: [id], payload: { vectors: [...payload.vectors, run.vector], hashes } } };
  });
  await connection.change('batchUpdate', state.place, { operations });
}

interface Swap {
  readonly run: Run;
  readonly isLate: boolean;
}

/** Gives the number of chunks, or `undefined` when some have no staged vector yet. */
async function trySwap(change: Change, view: View, { run, isLate }: Swap): Promise<number | undefined> {
  const { state } = change;
  const { model } = run.request;
  const total = state.totals.allChunks;
  if (!isRunning(state, run)) {
    await change.release();
    // Another call may have done the same.
    if (state.embeddingModel === model.embeddingModel && state.dimensions === model.dimensions) return total;
    throw new StoreError('The collection is being embedded with another model by another call.', {
      hint: 'Wait until that is done, then embed it again.',
      context: { collection: state.name, model: model.embeddingModel },
    });
  }
  if ((await view.count(missing(view, run))) === 0) {
    await swap(change, view, run);
    return total;
  }
  const closedUntil = isLate ? Date.now() + closedMs : state.reembedding!.closedUntil;
  await change.commit({ ...state, reembedding: { ...state.reembedding!, closedUntil } }, { taking: false });
  return undefined;
}

/** Puts the staged vectors in the place of a collection's, with all that tells which model made them. */
async function swap(change: Change, view: View, { request: { model }, vector }: Run): Promise<void> {
  const { state, connection, number } = change;
  const { table, ...spec } = model;
  const staging = new Staging(change);
  for (const point of table ? bytePoints(tableKey, table, number) : []) await staging.add(point);
  await staging.send();
  if (state.hasTable) await change.take(view.filter('part', equal('key', tableKey)));
  const facts = {
    ...state,
    adaptation: undefined,
    ...spec,
    vector,
    hasTable: table !== undefined,
    embeddedAt: new Date().toISOString(),
    embeddedUpTo: number,
    reembedding: undefined,
  };
  // Those who search the former vector read again.
  await change.commit(facts, { taking: true });
  await dropVector(connection, state, state.vector);
}

/** How long documents have to wait for a swap, in milliseconds; 0 when they need not. */
export function closedFor({ reembedding }: CollectionState): number {
  const left = (reembedding?.closedUntil ?? 0) - Date.now();
  // A clock that was set back must not close the collection for longer.
  return left > closedMs ? 0 : Math.max(0, left);
}
