import type { StoreReads } from '../../store/store.ts';
import { type Chunk, type Hit, levels } from '../../types.ts';
import { forEachBounded } from '../../util/async/for-each-bounded.ts';
import { Turn } from '../../util/async/turn.ts';

/** A hit with what may be read with it. */
export interface HitWindow {
  readonly hit: Hit;
  /** Chunks around the hit, by sequence: a few neighbours, then all under its parent, then under that one's. */
  readonly steps: readonly (readonly Chunk[])[];
}

export interface Reach {
  /** Chunks before and after each hit, and parents over it. */
  readonly contextWindow: number;
}

/** Sentences read before and after a hit that is a sentence, at least. */
const sentenceWindow = 2;

/** Hits around which is read at once, for stores that have to be waited for. */
const hitsAtOnce = 8;

/** Reads what stands around each hit; hits keep their order. @throws the signal's reason. */
export async function expand(
  store: StoreReads,
  hits: readonly Hit[],
  { signal, ...reach }: Reach & { readonly signal?: AbortSignal | undefined },
): Promise<HitWindow[]> {
  const turn = new Turn(signal);
  const windows = hits.map((hit): HitWindow => ({ hit, steps: [] }));
  await forEachBounded([...hits.entries()], hitsAtOnce, async ([index, hit]) => {
    if (turn.isOver()) await turn.next();
    const steps = [await readNeighbours(store, hit, reach), ...(await readFamilies(store, hit, reach))];
    windows[index] = { hit, steps: steps.filter(({ length }) => length > 1) };
  });
  return windows;
}

async function readNeighbours(store: StoreReads, { collection, chunk }: Hit, reach: Reach): Promise<Chunk[]> {
  const isSentence = chunk.level === levels.sentence;
  const distance = Math.max(reach.contextWindow, isSentence ? sentenceWindow : 0);
  return distance === 0 ? [] : store.neighbours(collection, chunk.chunkId, distance);
}

/** The chunks of the hit's level under each of its parents, nearest parent first. */
async function readFamilies(store: StoreReads, hit: Hit, { contextWindow }: Reach): Promise<Chunk[][]> {
  const families: Chunk[][] = [];
  let { parentChunkId } = hit.chunk;
  while (parentChunkId !== undefined && families.length < contextWindow) {
    const [parent] = await store.chunks(hit.collection, [parentChunkId]);
    if (parent === undefined) break;
    families.push(await readUnder(store, hit, parent));
    ({ parentChunkId } = parent);
  }
  return families;
}

/** Looks further around the hit until nothing more of its parent is found. */
async function readUnder(store: StoreReads, { collection, chunk }: Hit, parent: Chunk): Promise<Chunk[]> {
  let known: Chunk[] = [];
  for (let distance = 4; ; distance *= 2) {
    const around = await store.neighbours(collection, chunk.chunkId, distance);
    const found = around.filter(
      ({ charStart, charEnd }) => charStart >= parent.charStart && charEnd <= parent.charEnd,
    );
    if (found.length === known.length) return found;
    known = found;
  }
}
