import type { ChunkPlace } from '../store/store.ts';
import type { Hit } from '../types.ts';
import { documentKey } from '../util/ids/document-key.ts';

/** A found chunk of a collection; chunk ids are unique within a collection only. */
export interface FoundChunk {
  readonly collection: string;
  readonly chunkId: string;
}

/**
 * A chunk on its way through the stages, known by its place: what it says is read where it is needed. Lists of candidates
 * are best first.
 */
export type Candidate = Omit<Hit, 'rank' | 'chunk'> & { readonly chunk: ChunkPlace };

/** What the order of candidates rests on. */
export const rankingScore = ({ boost = 1, rerankScore, fusedScore }: Candidate): number =>
  boost * (rerankScore ?? fusedScore);

/** A value for each of some chunks of several collections. To look one up makes no text, as a key of both names would. */
export class ByChunk<Value> {
  readonly #byCollection = new Map<string, Map<string, Value>>();

  static of<Item, Value>(
    items: readonly Item[] | undefined,
    entryOf: (item: Item, index: number) => readonly [found: FoundChunk, value: Value],
  ): ByChunk<Value> {
    const values = new ByChunk<Value>();
    for (const [index, item] of (items ?? []).entries()) values.set(...entryOf(item, index));
    return values;
  }

  get({ collection, chunkId }: FoundChunk): Value | undefined {
    return this.#byCollection.get(collection)?.get(chunkId);
  }

  set({ collection, chunkId }: FoundChunk, value: Value): void {
    const ofCollection = this.#byCollection.get(collection);
    if (ofCollection) ofCollection.set(chunkId, value);
    else this.#byCollection.set(collection, new Map([[chunkId, value]]));
  }
}

/** The chunk of a candidate as the searches know it. */
export function foundOf({ collection, chunk }: Pick<Candidate, 'collection' | 'chunk'>): FoundChunk {
  return { collection, chunkId: chunk.chunkId };
}

/** Identifies the candidate's document among several collections. */
export function documentKeyOf({ collection, chunk }: Pick<Candidate, 'collection' | 'chunk'>): string {
  const { documentId, documentVersion } = chunk;
  return documentKey({ collection, documentId, documentVersion });
}

/** Orders ties, so that the same data gives the same ranking: by chunk id, then by collection. */
export function compareFound(a: FoundChunk, b: FoundChunk): number {
  return compareStrings(a.chunkId, b.chunkId) || compareStrings(a.collection, b.collection);
}

function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
