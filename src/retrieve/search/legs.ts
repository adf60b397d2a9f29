import type { KeywordResult, SearchScope } from '../../store/store.ts';
import type { Collection } from '../../types.ts';
import type { Expansion } from './acronyms.ts';
import { compareFound, type FoundChunk } from '../candidate.ts';
import type { LegHit } from '../combine/fuse.ts';
import type { RetrieveRequest } from '../request.ts';
import type { StageClock } from '../stage.ts';

/** By meaning, by the meaning of a passage as the answer might stand in a document (HyDE), by words. */
export type Leg = 'vector' | 'hyde' | 'keyword';

/** How many chunks a search is to find; the passage as many as the query. */
export const limitOf = (leg: Leg, candidates: RetrieveRequest['candidates']): number =>
  candidates[leg === 'keyword' ? 'keyword' : 'vector'];

/** A keyword hit knows how much of the query it covers, as collections differ in what they can cover. */
export interface SearchHit extends LegHit {
  /** With the query itself, where `score` is that with a moved one; vector hits only. */
  readonly cosine?: number;
  /** `score` divided by the collection's bound; keyword hits only. */
  readonly coverage?: number;
  /** What the model gives to the query and any chunk of the collection alike (`cosineFloor`); vector hits only. */
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
  /** Of vectors: the same search by a query that is moved towards these chunks. */
  readonly searchTowards?: (best: readonly FoundChunk[]) => Promise<LegResult>;
  /** Those of these chunks of a collection that the search finds, with their scores. */
  readonly scoresOf: (collection: Collection, chunkIds: readonly string[]) => Promise<readonly SearchHit[]>;
}

/** What each search found that ran. */
export type Found = Readonly<Partial<Record<Leg, LegResult>>>;

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

/** What one search of a retrieval is run with. */
export interface LegRun {
  readonly query: string;
  readonly clock: StageClock;
  readonly collections: readonly Collection[];
}

export type Within = Pick<SearchScope, 'limit' | 'among' | 'atLeast'>;

export function scopeOf(request: RetrieveRequest, collection: string, within: Within): SearchScope {
  const { filter, constraint, versions, signal } = request;
  return { collection, filter, constraint, versions, signal, ...within };
}
