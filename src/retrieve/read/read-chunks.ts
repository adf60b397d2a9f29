import type { StoreReads } from '../../store/store.ts';
import type { Chunk, Hit } from '../../types.ts';
import { Turn } from '../../util/async/turn.ts';
import { slices } from '../../util/lists/slices.ts';
import { ByChunk, foundOf, type Candidate, type FoundChunk } from '../candidate.ts';

/** A few milliseconds of work for a store in this process. */
const chunksPerRead = 200;

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What `read` has of found chunks, each read once. */
export async function readFound<Item extends { readonly chunkId: string }>(
  found: readonly FoundChunk[],
  read: (collection: string, chunkIds: readonly string[]) => Promise<readonly Item[]>,
  { signal }: ReadOptions,
): Promise<Pick<ByChunk<Item>, 'get'>> {
  const items = new ByChunk<Item>();
  const turn = new Turn(signal);
  const readCollection = async (collection: string) => {
    const ids = found.filter((chunk) => chunk.collection === collection).map(({ chunkId }) => chunkId);
    for (const some of slices([...new Set(ids)], chunksPerRead)) {
      if (turn.isOver()) await turn.next();
      for (const item of await read(collection, some)) {
        items.set({ collection, chunkId: item.chunkId }, item);
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
  const hits: Hit[] = [];
  for (const candidate of chosen) {
    const chunk = chunks.get(foundOf(candidate));
    if (chunk) hits.push({ ...candidate, chunk, rank: hits.length + 1 });
  }
  return hits;
}

/** What the candidates say, in their order; nothing where a chunk was deleted meanwhile. */
export async function readContents(
  store: StoreReads,
  candidates: readonly Candidate[],
  options: ReadOptions,
): Promise<string[]> {
  const chunks = await readChunks(store, candidates, options);
  return candidates.map((candidate) => chunks.get(foundOf(candidate))?.content ?? '');
}

function readChunks(
  store: StoreReads,
  candidates: readonly Candidate[],
  options: ReadOptions,
): Promise<Pick<ByChunk<Chunk>, 'get'>> {
  return readFound(candidates.map(foundOf), (...wanted) => store.chunks(...wanted), options);
}
