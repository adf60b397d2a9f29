/**
 * Gives the chunks of a collection other vectors, while it is read and written:
 *
 *   chunks ──▶ a second named vector of their points ──▶ the collection's vector and model
 *      batch by batch                                one change, when none is missing
 *
 * Only the last change is seen by others. A chunk's point says which vectors it has, so what came meanwhile is found at the
 * end. A call that ends early leaves its vectors to the next one with the same model; one with another model drops them.
 */
import { chunksPerBatch, embedBatches, openRounds, requireReembedded } from '../changes/embed-batches.ts';
import type { ChunkText, EmbeddedText, ReembedRequest } from '../collection-model.ts';
import { forgetPending } from './caches.ts';
import { type Change, inRequests } from './changes.ts';
import { type Condition, equal, oneOf } from './place.ts';
import { bytePoints, type ChunkPayload, embeddedAs, recordOf, tableKey, textOf } from './points.ts';
import { quantizationOf, type Registry } from './registry.ts';
import type { View } from './view.ts';

type Doing = <Result>(action: (view: View) => Promise<Result>) => Promise<Result>;

interface Run {
  readonly registry: Registry;
  readonly request: ReembedRequest;
  readonly reading: Doing;
  readonly changing: <Result>(action: (change: Change) => Promise<Result>) => Promise<Result>;
}

/** @see Store.reembed */
export async function reembed(run: Run): Promise<number> {
  const { request, reading, changing } = run;
  const vector = await changing((change) => begin(change, request));
  const writing: Doing = (action) => changing(({ view }) => action(view));
  for (let round = 1; ; round += 1) {
    await embedMissing(run, vector, { reading, writing });
    const count = await changing(async (change) => {
      const here: Doing = (action) => action(change.view);
      if (round >= openRounds) await embedMissing(run, vector, { reading: here, writing: here });
      return trySwap(change, { request, vector });
    });
    if (count !== undefined) return count;
  }
}

/** Goes on with what is there for the model, and drops what is there for another one; gives the vector's name. */
async function begin(change: Change, { model }: ReembedRequest): Promise<string> {
  const { view } = change;
  const { embeddingModel, dimensions } = model;
  const { reembedding: running } = view.state;
  if (running?.embeddingModel === embeddingModel && running.dimensions === dimensions) return running.vector;
  if (running) await dropVector(view, running.vector);
  const vector = `v${change.number}`;
  await view.change(['PUT', `/vectors/${vector}`], { dense: { size: dimensions, distance: 'Dot' } });
  if (view.connection.address.isQuantized) {
    await view.send('PATCH', '', { body: { vectors: { [vector]: quantizationOf(view.connection) } } });
  }
  await change.commit({ reembedding: { embeddingModel, dimensions, vector } });
  return vector;
}

/** It is of no use any more, and one that stays harms nobody. */
async function dropVector(view: View, vector: string): Promise<void> {
  await view.change(['DELETE', `/vectors/${vector}`]).catch(() => undefined);
}

const isRunning = ({ state }: View, vector: string) => state.reembedding?.vector === vector;

/** The chunks that have no staged vector yet. */
const missing = (view: View, vector: string, ...conditions: readonly Condition[]) =>
  view.filter('chunk', { must_not: [equal('embedded', vector)] }, ...conditions);

type MissingText = ChunkText & { readonly id: string };

/** Embeds the chunks of now that have no staged vector, or stops when another call has ended this one. */
async function embedMissing(
  { registry, request }: Run,
  vector: string,
  { reading, writing }: { readonly reading: Doing; readonly writing: Doing },
): Promise<void> {
  // What comes later waits for the next round, lest there be no end.
  const until = await reading(async ({ state }) => state.revision);
  const wanted = { limit: chunksPerBatch, with_payload: ['record', 'text'] };
  await embedBatches<MissingText>(request, {
    next: () =>
      reading(async (view) => {
        const earlier: Condition = { key: 'born', range: { lte: until } };
        const points = await view.first<ChunkPayload>(missing(view, vector, earlier), wanted);
        const texts = points.map(({ id, payload }) => {
          const [content, context] = textOf(payload);
          return { id, chunkId: recordOf(payload).chunk.chunkId, content, context };
        });
        const total = view.state.totals.allChunks;
        return { texts, total, staged: total - (await view.count(missing(view, vector))) };
      }),
    async stage(texts, embedded) {
      const byId = new Map(texts.map(({ id }, index) => [id, embedded[index]!]));
      const isKept = await writing(async (view) => {
        if (!isRunning(view, vector)) return false;
        await keepVectors(view, vector, byId);
        return true;
      });
      if (isKept) await forgetPending(registry, request.model, embedded);
      return isKept;
    },
  });
}

/** Keeps vectors of chunks that are still there. */
async function keepVectors(
  view: View,
  vector: string,
  byId: ReadonlyMap<string, EmbeddedText>,
): Promise<void> {
  const these = view.filter('chunk', oneOf([...byId.keys()]));
  const present = await view.all<Pick<ChunkPayload, 'embedded'>>(these, { with_payload: ['embedded'] });
  const vectors = present.flatMap(({ id }) => {
    const numbers = [...byId.get(id)!.vector];
    return numbers.some((number) => number !== 0) ? [{ id, vector: { [vector]: numbers } }] : [];
  });
  for await (const points of inRequests(vectors)) await view.change(['PUT', '/points/vectors'], { points });
  // What they have is said last: a chunk that does not say so is embedded again.
  const operations = present.map(({ id, payload }) => {
    const embedded = [...payload.embedded, ...embeddedAs(vector, byId.get(id)!.textHash)];
    return { set_payload: { points: [id], payload: { embedded } } };
  });
  if (operations.length > 0) await view.change(['POST', '/points/batch'], { operations });
}

/**
 * Puts the staged vectors in the place of the collection's, with all that tells which model made them. Gives the number of
 * chunks, or `undefined` when some have no staged vector yet.
 */
async function trySwap(
  change: Change,
  { request, vector }: { readonly request: ReembedRequest; readonly vector: string },
): Promise<number | undefined> {
  const { view, state } = change;
  const { table, ...model } = request.model;
  const total = state.totals.allChunks;
  if (!isRunning(view, vector)) {
    requireReembedded(state, model);
    return total;
  }
  if ((await view.count(missing(view, vector))) > 0) return undefined;
  if (table) await change.stage(bytePoints(tableKey, table, change.number));
  const facts = {
    adaptation: undefined,
    ...model,
    vector,
    hasTable: table !== undefined,
    embeddedAt: new Date().toISOString(),
    embeddedUpTo: change.number,
    reembedding: undefined,
  };
  // Also where there was no table: those who search the former vector read again.
  await change.commit(facts, [{ must: [equal('kind', 'part'), equal('key', tableKey)] }]);
  await dropVector(view, state.vector);
  return total;
}
