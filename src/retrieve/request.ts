import type { ChunkConstraint, FilterNode } from '../store/filter/filter.ts';
import type { VersionChoice } from '../types.ts';
import type { Routing } from './understand/route.ts';
import type { Scoring } from './combine/score.ts';
import type { Understanding } from './understand/understand.ts';

export type RetrievalMode = 'full' | 'hybrid' | 'vector' | 'fast' | 'keyword';

export interface FusionOptions {
  readonly method: 'minmax' | 'zscore' | 'rrf';
  /** Share of the vector search in the fused score, by ranks aside, 0…1; `auto` is what the embedder says of the query. */
  readonly vectorWeight: number | 'auto';
  /** Constant of reciprocal rank fusion, ≥ 0. */
  readonly k: number;
}

/** One retrieval with every default filled in. */
export interface RetrieveRequest {
  readonly query: string;
  /** At least one; routing chooses others where it is given. */
  readonly collections: readonly string[];
  readonly routing?: Routing;
  /** What a language model is asked to make of the query; nothing unless given. */
  readonly understanding?: Understanding;
  readonly filter?: FilterNode;
  readonly constraint?: ChunkConstraint;
  /** The present versions alone unless given. */
  readonly versions?: VersionChoice;
  /** The filter as it was written, given back in the response. */
  readonly rawFilter?: unknown;
  /** `full` and `hybrid` search both ways, `vector` and `fast` vectors, `keyword` terms; `fast` and `keyword` never rerank. */
  readonly mode: RetrievalMode;
  /** Whether the modes that search by keyword do; false for vectors alone. */
  readonly keyword: boolean;
  readonly topK: number;
  /** Chunks fetched by each search before fusion. */
  readonly candidates: { readonly vector: number; readonly keyword: number };
  /** Search by keyword also for what acronyms of the query stand for, and for acronyms of its words. */
  readonly expandAcronyms?: boolean;
  readonly fusion: FusionOptions;
  /** Whether documents that the query names are searched too, and move up. */
  readonly namedDocuments?: boolean;
  /** Search vectors again, by the query moved towards what was found best. */
  readonly feedback?: boolean;
  /** How much relevance counts where hits that are alike are put apart, 0…1; 1 puts none apart. */
  readonly mmr: number;
  /** No limit unless given. */
  readonly maxChunksPerDocument?: number;
  readonly deduplicate: boolean;
  /** How much a reranker may read, where there is one; absent where none is to. */
  readonly rerank?: {
    readonly candidates: number;
    readonly timeBudgetMs: number;
    /** Whether the call itself asks for it, so that it is told where there is none. */
    readonly isAskedFor?: boolean;
  };
  readonly scoring: Scoring;
  /** What ages of documents are counted to: milliseconds since 1970. */
  readonly now: number;
  /** Hits with a lower `relevanceScore` are left out. */
  readonly scoreThreshold?: number;
  /** Best sections to look for first, so that passages are found in these alone; 0 for all passages. */
  readonly sections: number;
  /** Chunks before and after each hit to read into the passages, and parents over it where it has them. */
  readonly contextWindow: number;
  /** Tokens that the passages may have together. */
  readonly tokenBudget?: number;
  readonly groupByDocument: boolean;
  /** Whether the response says why hits stand where they do. */
  readonly explain?: boolean;
  readonly signal?: AbortSignal;
}
