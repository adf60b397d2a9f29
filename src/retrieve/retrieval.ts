import type { StoreReads } from '../store/store.ts';
import type { Collection, Document, Hit, Passage, Route } from '../types.ts';
import type { Candidate } from './candidate.ts';
import type { FusedChunk, FuseOptions, Legs } from './combine/fuse.ts';
import type { Placed } from './combine/mmr.ts';
import type { NamedPlace } from './names/named-documents.ts';
import type { RetrieveParts } from './parts.ts';
import type { HitWindow } from './read/expand.ts';
import type { RetrieveRequest } from './request.ts';
import type { Found, SearchHit } from './search/legs.ts';
import type { Notes, Stage, StageClock } from './stage.ts';

/** A retrieval on its way through the stages. What no stage has made yet is empty. */
export interface Retrieval extends Notes {
  /** With the collections, the filter and the number of candidates that stages have chosen. */
  readonly request: RetrieveRequest;
  /** As it is searched. */
  readonly query: string;
  /** What keywords are searched for: the words of the query as it was asked, and of what it was made. */
  readonly keywords: string;
  /** A passage as the answer might stand in a document, searched for by itself beside the query. */
  readonly hyde?: string | undefined;
  readonly route?: Route | undefined;
  /** Read from the query, as the model wrote it. */
  readonly readFilter?: unknown;
  /** The same, while it is not dropped. */
  readonly selfFilter?: unknown;

  readonly collections: readonly Collection[];
  /** What each search found. */
  readonly results: Found;
  /** Documents that the query names. */
  readonly named: readonly NamedPlace[];
  /** What the searches found, each with the scores of all chunks. */
  readonly legs: Legs<SearchHit>;
  /** How that is merged. */
  readonly fusion: FuseOptions;
  /** How it was before feedback moved the query; absent where it did not. */
  readonly fusionBefore?: FuseOptions | undefined;
  readonly fused: readonly FusedChunk[];

  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** The candidates as the stages left them that order them, in their order; the first is that of the searches. */
  readonly orders: readonly Order[];
  /** What `mmr` compared each candidate with; nothing where it did not run. */
  readonly placed: readonly Placed[];

  readonly hits: readonly Hit[];
  /** One for each hit, in their order. */
  readonly windows: readonly HitWindow[];
  /** Whole texts, by `documentKeyOf`, of documents of which more than a hit was read. */
  readonly texts: ReadonlyMap<string, string>;
  /** Of the hits, by `documentKeyOf`. */
  readonly documents: ReadonlyMap<string, Document>;
  readonly passages: readonly Passage[];
  /** Hits that no passage contains. */
  readonly omitted: readonly string[];
}

export interface Order {
  readonly stage: 'fuse' | 'rerank' | 'score' | 'mmr' | 'diversify';
  readonly candidates: readonly Candidate[];
}

/** What stages work with. */
export interface Context {
  readonly parts: RetrieveParts;
  /** The request as it was made. */
  readonly given: RetrieveRequest;
  readonly clock: StageClock;
  readonly signal?: AbortSignal | undefined;
  /** Look-ups of the store; those of one state while hits are read. */
  readonly reads: StoreReads;
}

export type RetrievalStage = Stage<Retrieval, Context>;

export function beginRetrieval(request: RetrieveRequest): Retrieval {
  const query = normaliseQuery(request.query);
  const { method, k } = request.fusion;
  return {
    request,
    query,
    keywords: query,
    collections: [],
    results: {},
    named: [],
    legs: {},
    fusion: { method, k, vectorWeight: 0 },
    fused: [],
    candidates: [],
    orders: [],
    placed: [],
    hits: [],
    windows: [],
    texts: new Map(),
    documents: new Map(),
    passages: [],
    omitted: [],
    warnings: [],
    degraded: [],
  };
}

export function normaliseQuery(query: string): string {
  return query.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** The candidates as a stage orders them. */
export function ordered(
  retrieval: Retrieval,
  stage: Order['stage'],
  candidates: readonly Candidate[],
): Retrieval {
  return { ...retrieval, candidates, orders: [...retrieval.orders, { stage, candidates }] };
}
