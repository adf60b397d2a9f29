import { shuffle } from '../../util/shuffle.ts';
import type { StoreReader } from '../../store/store.ts';
import { type Chunk, type Document, levels } from '../../types.ts';

/** Shorter ones say too little to ask about. */
const minChars = 60;

export interface SampledChunk {
  readonly document: Document;
  readonly chunk: Chunk;
  /** The chunk and those beside it, of one state. */
  readonly near: readonly Chunk[];
}

/**
 * Chunks in random order, spread over the documents: first one of each document, then a second of each, and so on. Left
 * out are headings, parents, very short chunks, and text that has come already. Documents are looked into as they are reached.
 */
export async function* sampleChunks(
  store: StoreReader,
  documents: readonly Document[],
  random: () => number,
): AsyncGenerator<SampledChunk> {
  const seen = new Set<string>();
  let left = shuffle(documents, random);
  const queues = new Map<Document, Place[]>();
  while (left.length > 0) {
    for (const document of left) {
      const queue = queues.get(document) ?? (await eligible(store, document, random));
      queues.set(document, queue);
      const taken = await takeUnseen(store, document.collection, { queue, seen });
      if (taken !== undefined) yield { document, ...taken };
    }
    left = left.filter((document) => queues.get(document)!.length > 0);
  }
}

type Place = Pick<Chunk, 'prevChunkId' | 'chunkId' | 'nextChunkId'>;

async function eligible(
  store: StoreReader,
  { collection, documentId }: Document,
  random: () => number,
): Promise<Place[]> {
  const chunks = await store.chunksOf(collection, documentId);
  const places = chunks
    .filter(
      ({ kind, level, content }) =>
        kind !== 'heading' && level >= levels.passage && content.length >= minChars,
    )
    .map(({ prevChunkId, chunkId, nextChunkId }) => ({ prevChunkId, chunkId, nextChunkId }));
  return shuffle(places, random);
}

async function takeUnseen(
  store: StoreReader,
  collection: string,
  { queue, seen }: { queue: Place[]; seen: Set<string> },
): Promise<Omit<SampledChunk, 'document'> | undefined> {
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    const { prevChunkId, chunkId, nextChunkId } = place;
    const ids = [prevChunkId, chunkId, nextChunkId].flatMap((id) => id ?? []);
    const near = await store.chunks(collection, ids);
    const chunk = near.find((one) => one.chunkId === chunkId);
    if (chunk === undefined || seen.has(chunk.contentHash)) continue;
    seen.add(chunk.contentHash);
    return { chunk, near };
  }
  return undefined;
}
