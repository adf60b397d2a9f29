import type { StoreReads } from '../../store/store.ts';
import type { Chunk, Hit } from '../../types.ts';
import { Turn } from '../../util/turn.ts';
import { foundOf, keyOf, type Candidate, type FoundChunk } from '../candidate.ts';

/** A few milliseconds of work for a store in this process. */
const chunksPerRead = 200;

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What `read` has of found chunks, by `keyOf`. */
export async function readByKey<Item extends { readonly chunkId: string }>(
  found: readonly FoundChunk[],
  read: (collection: string, chunkIds: readonly string[]) => Promise<readonly Item[]>,
  { signal }: ReadOptions,
): Promise<ReadonlyMap<string, Item>> {
  const items = new Map<string, Item>();
  const turn = new Turn(signal);
  const readCollection = async (collection: string) => {
    const ids = found.filter((chunk) => chunk.collection === collection).map(({ chunkId }) => chunkId);
    for (let start = 0; start < ids.length; start += chunksPerRead) {
      if (turn.isOver()) await turn.next();
      for (const item of await read(collection, ids.slice(start, start + chunksPerRead))) {
        items.set(keyOf({ collection, chunkId: item.chunkId }), item);
      }
    }
  };
  await Promise.all([...new Set(found.map(({ collection }) => collection))].map(readCollection));
  return items;
}

/** The candidates that were chosen with their whole chunks, ranked from 1. A chunk deleted meanwhile is left out. */
export async function readHits(
  store: StoreReads,
  chosen: readonly Candidate[],
  options: ReadOptions,
): Promise<Hit[]> {
  const chunks = await readChunks(store, chosen, options);
  return chosen
    .flatMap((candidate) => {
      const chunk = chunks.get(keyOf(foundOf(candidate)));
      return chunk ? [{ ...candidate, chunk }] : [];
    })
    .map((hit, index) => ({ ...hit, rank: index + 1 }));
}

/** What the candidates say, in their order; nothing where a chunk was deleted meanwhile. */
export async function readContents(
  store: StoreReads,
  candidates: readonly Candidate[],
  options: ReadOptions,
): Promise<string[]> {
  const chunks = await readChunks(store, candidates, options);
  return candidates.map((candidate) => chunks.get(keyOf(foundOf(candidate)))?.content ?? '');
}

function readChunks(
  store: StoreReads,
  candidates: readonly Candidate[],
  options: ReadOptions,
): Promise<ReadonlyMap<string, Chunk>> {
  return readByKey(candidates.map(foundOf), (...wanted) => store.chunks(...wanted), options);
}
