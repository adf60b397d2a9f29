import type { KeywordResult } from '../store/store.ts';
import type { Collection } from '../types.ts';
import type { Expansion } from './acronyms.ts';
import { compareFound, type FoundChunk } from './candidate.ts';
import type { LegHit } from './fuse.ts';

export type Leg = 'vector' | 'keyword';

/** A keyword hit knows how much of the query it covers, as collections differ in what they can cover. */
export interface SearchHit extends LegHit {
  /** With the query itself, where `score` is that with a moved one; vector hits only. */
  readonly cosine?: number;
  /** `score` divided by the collection's bound; keyword hits only. */
  readonly coverage?: number;
  /** What the model gives to the query and any chunk of the collection alike (`cosine-floor.ts`); vector hits only. */
  readonly floor?: number;
}

/** What one search found in all collections. */
export interface LegResult {
  readonly hits: readonly SearchHit[];
  readonly terms?: KeywordResult['terms'];
  /** Of keywords: acronyms, and what they stand for. */
  readonly expansions?: readonly Expansion[];
  /** Of vectors: what the embedder of each collection says of their weight for the query. */
  readonly vectorWeights?: readonly (number | undefined)[];
  /** What it had to leave out. */
  readonly warnings?: readonly string[];
  /** Of vectors: the same search by a query that is moved towards these chunks. */
  readonly searchTowards?: (best: readonly FoundChunk[]) => Promise<LegResult>;
  /** Those of these chunks of a collection that the search finds, with their scores. */
  readonly scoresOf: (collection: Collection, chunkIds: readonly string[]) => Promise<readonly SearchHit[]>;
}

/** The best `limit` of several searches, as their hits come in. */
export class BestHits {
  /** Best first. */
  hits: readonly SearchHit[] = [];
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(hits: readonly SearchHit[]): void {
    this.hits = mergeBest([this.hits, hits], this.limit);
  }

  /** What a hit of another search needs to be among them. */
  get least(): number {
    return this.hits.length < this.limit ? -Infinity : (this.hits.at(-1)?.score ?? -Infinity);
  }
}

/** The best `limit` of several lists, best first. */
export function mergeBest(lists: readonly (readonly SearchHit[])[], limit: number): SearchHit[] {
  return lists
    .flat()
    .sort((a, b) => b.score - a.score || compareFound(a, b))
    .slice(0, limit);
}
