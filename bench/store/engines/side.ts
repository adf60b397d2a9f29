import type { DocumentRecord } from '../../../src/store/store.ts';

/** As many chunks come back from a search. */
export const topK = 10;
/** As many are fetched of each search that is fused, as by default. */
export const candidates = 50;
/** Documents have a `part` of 0…999; the filter allows one in a hundred. */
export const filteredParts = 10;
export const allParts = 1000;

export const searches = ['vector', 'keyword', 'hybrid', 'filtered'] as const;
export type SearchName = (typeof searches)[number];

export interface Query {
  readonly text: string;
  readonly vector: Float32Array;
}

/** A chunk as it comes back: with its text and all that is kept beside it. */
export interface Found {
  readonly chunkId: string;
  readonly content: string;
}

export type Search = (query: Query) => Promise<readonly Found[]>;

/** One of the two that do the same work: a store of Pincite, or the client of its engine. */
export interface Side {
  /** In one transaction, where the engine has them. */
  ingest(records: readonly DocumentRecord[]): Promise<void>;
  /** What the engine does in quiet when much has come: indexes, statistics. Not timed. */
  settle(): Promise<void>;
  /** What the engine itself can do. */
  readonly searches: Partial<Readonly<Record<SearchName, Search>>>;
  close(): Promise<void>;
}

/** Ids of the nearest chunks of documents whose `part` is below that. */
export type NearestOf = (query: Query, parts: number) => Promise<readonly string[]>;

/** An engine with both sides opened, empty. */
export interface Contest {
  /** With its version. */
  readonly engine: string;
  readonly ours: Side;
  readonly raw: Side;
  /** Where vector search has an index: what ours finds, and what is nearest when all vectors are read. */
  readonly nearest?: { readonly found: NearestOf; readonly exact: NearestOf };
}

/** Best first: each list gives 1 / (60 + rank). */
export function fuseByRank(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    for (const [index, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + index));
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1]);
  return ranked.slice(0, topK).map(([id]) => id);
}
