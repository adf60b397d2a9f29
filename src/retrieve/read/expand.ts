import type { StoreReads } from '../../store/store.ts';
import { type Chunk, type Hit, levels } from '../../types.ts';
import { forEachBounded } from '../../util/async/for-each-bounded.ts';
import { Turn } from '../../util/async/turn.ts';
import { chunkIdOf, referenceOfChunk } from '../../util/ids/document-key.ts';
import type { FoundChunk } from '../candidate.ts';
import { readFound, type ReadOptions } from './read-chunks.ts';

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
  { signal, ...reach }: Reach & ReadOptions,
): Promise<HitWindow[]> {
  const turn = new Turn(signal);
  const near = await readAround(store, hits, { distanceOf: (hit) => distanceFrom(hit, reach), signal });
  const windows = hits.map((hit): HitWindow => ({ hit, steps: [] }));
  await forEachBounded([...hits.entries()], hitsAtOnce, async ([index, hit]) => {
    if (turn.isOver()) await turn.next();
    const steps = [near[index]!, ...(await readFamilies(store, hit, { ...reach, signal }))];
    windows[index] = { hit, steps: steps.filter(({ length }) => length > 1) };
  });
  return windows;
}

const distanceFrom = ({ chunk }: Hit, { contextWindow }: Reach): number =>
  Math.max(contextWindow, chunk.level === levels.sentence ? sentenceWindow : 0);

/** Each hit with the chunks of its level up to a distance before and after it: those of one level follow each other. */
async function readAround(
  store: StoreReads,
  hits: readonly Hit[],
  { distanceOf, signal }: ReadOptions & { readonly distanceOf: (hit: Hit) => number },
): Promise<Chunk[][]> {
  const wanted = hits.map((hit) => placesAround(hit, distanceOf(hit)));
  const chunks = await readFound(wanted.flat(), (...ids) => store.chunks(...ids), { signal });
  return wanted.map((places, index) => {
    const { level } = hits[index]!.chunk;
    return places.flatMap((place) => chunks.get(place) ?? []).filter((chunk) => chunk.level === level);
  });
}

function placesAround({ collection, chunk }: Hit, distance: number): FoundChunk[] {
  if (distance === 0) return [];
  const reference = referenceOfChunk(chunk.chunkId);
  const first = Math.max(0, chunk.sequence - distance);
  return Array.from({ length: chunk.sequence + distance - first + 1 }, (_, index) => ({
    collection,
    chunkId: chunkIdOf(reference, first + index),
  }));
}

/** The chunks of the hit's level under each of its parents, nearest parent first. */
async function readFamilies(
  store: StoreReads,
  hit: Hit,
  { contextWindow, signal }: Reach & ReadOptions,
): Promise<Chunk[][]> {
  const families: Chunk[][] = [];
  let { parentChunkId } = hit.chunk;
  while (parentChunkId !== undefined && families.length < contextWindow) {
    const [parent] = await store.chunks(hit.collection, [parentChunkId]);
    if (parent === undefined) break;
    families.push(await readUnder(store, hit, { parent, signal }));
    ({ parentChunkId } = parent);
  }
  return families;
}

/** Looks further around the hit until nothing more of its parent is found. */
async function readUnder(
  store: StoreReads,
  hit: Hit,
  { parent, signal }: ReadOptions & { readonly parent: Chunk },
): Promise<Chunk[]> {
  let known: Chunk[] = [];
  for (let distance = 4; ; distance *= 2) {
    const [around] = await readAround(store, [hit], { distanceOf: () => distance, signal });
    const found = around!.filter(
      ({ charStart, charEnd }) => charStart >= parent.charStart && charEnd <= parent.charEnd,
    );
    if (found.length === known.length) return found;
    known = found;
  }
}
