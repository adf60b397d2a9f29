import { z } from 'zod';
import type { Filter } from '../store/filter.ts';
import { filterSchema } from './filter.ts';
import { routingConfigSchema, type RoutingConfig, type RoutingInput } from './routing.ts';
import { scoringConfigSchema, type ScoringConfig } from './scoring.ts';
import type { Settings } from './settings.ts';
import { understandingConfigSchema, type UnderstandingConfig } from './understanding.ts';

export const retrievalModes = ['full', 'hybrid', 'vector', 'fast', 'keyword'] as const;
/**
 * `full` and `hybrid` search vectors and keywords, `vector` and `fast` vectors, `keyword` keywords; `fast` and `keyword` never rerank,
 * and only `full` searches for a hypothetical passage (`hyde`).
 */
export type RetrievalMode = (typeof retrievalModes)[number];

export const fusionMethods = ['minmax', 'zscore', 'rrf'] as const;
/** `minmax` and `zscore` add up scores, put on one scale; `rrf` adds up 1 / (k + rank). */
export type FusionMethod = (typeof fusionMethods)[number];

export const vectorWeightSchema = z.union([z.number().min(0).max(1), z.literal('auto')]);

/** How the lists of the searches become one in a single collection; what is not given is as for all. */
export interface CollectionFusion {
  /** Of the lists' scores, or of their ranks. */
  readonly method?: FusionMethod;
  /** Share of the vector search in the fused score, 0…1, or `auto`. */
  readonly vectorWeight?: number | 'auto';
}

/** How the lists of the searches become one. See docs/retrieval.md. */
export interface FusionConfig {
  /**
   * `minmax` and `zscore` add up scores, put on one scale; `rrf` adds up 1 / (k + rank).
   * @default 'minmax'
   */
  readonly method: FusionMethod;
  /**
   * Share of the vector search in the fused score, 0…1; `auto`: what suits the embedding model and the words of the query.
   * @default 'auto'
   */
  readonly vectorWeight: number | 'auto';
  /**
   * What differs in single collections, by name, such as `pincite eval --tune` finds it.
   * @default {}
   */
  readonly collections: Readonly<Record<string, CollectionFusion>>;
}

/** Chunks fetched by each search before fusion; never fewer than `topK`. */
export interface CandidatesConfig {
  /**
   * By the vector search, 1 to 10,000.
   * @default 25
   */
  readonly vector: number;
  /**
   * By the keyword search, 1 to 10,000.
   * @default 50
   */
  readonly keyword: number;
}

/** How questions and queries are searched. See docs/retrieval.md. */
export interface RetrievalConfig {
  /**
   * `full` and `hybrid` search vectors and keywords, `vector` and `fast` vectors, `keyword` keywords; `fast` and `keyword` never rerank.
   * @default 'full'
   */
  readonly mode: RetrievalMode;
  /**
   * Hits wanted, 1 to 10,000.
   * @default 20
   */
  readonly topK: number;
  /** Chunks fetched by each search before fusion; never fewer than `topK`. */
  readonly candidates: CandidatesConfig;
  /** How the lists of the searches become one. */
  readonly fusion: FusionConfig;
  /**
   * Search vectors a second time, by the query moved towards what both searches found best.
   * @default false
   */
  readonly feedback: boolean;
  /**
   * Move documents up that the query names by title or name of the file, and search in them too.
   * @default true
   */
  readonly namedDocuments: boolean;
  /**
   * Search also for what acronyms stand for, and for acronyms of words, where documents explain them.
   * @default false
   */
  readonly expandAcronyms: boolean;
  /**
   * Make one hit of a text that stands in several places; `duplicates` of the hit names the others.
   * @default true
   */
  readonly deduplicate: boolean;
  /**
   * How much relevance counts where hits that are alike are put apart (maximal marginal relevance), 0…1; 1 puts none apart.
   * @default 1
   */
  readonly mmr: number;
  /** Soft cap, 1 or more: surplus chunks of one document rank behind; none unless given. */
  readonly maxChunksPerDocument?: number;
  /**
   * Look for the best so many sections of hierarchies first, 0 to 1,000, then for passages in them; 0 for all passages.
   * @default 0
   */
  readonly sections: number;
  /** Laid under the filter of every call, such as `{ dateCreated: { $gte: '2020-01-01' } }`. */
  readonly filter?: Filter;
  /** Where queries that name no collection look. */
  readonly routing: RoutingConfig;
  /** What `llm.model` makes of a query before it is searched; nothing unless set. */
  readonly understanding: UnderstandingConfig;
  /** What counts beside words and meaning; nothing unless set. */
  readonly scoring: ScoringConfig;
  /** Hits with a lower `relevanceScore` are left out, 0…1; none is unless given. */
  readonly scoreThreshold?: number;
}
/** `RetrievalConfig` as it is written: what is left out has its default. */
export type RetrievalInput = Settings<
  RetrievalConfig,
  'candidates' | 'fusion' | 'understanding' | 'scoring',
  { readonly routing: RoutingInput }
>;

const collectionFusionSchema = z.strictObject({
  method: z.enum(fusionMethods).optional(),
  vectorWeight: vectorWeightSchema.optional(),
});

export const retrievalConfigSchema = z.strictObject({
  mode: z.enum(retrievalModes).default('full'),
  topK: z.int().min(1).max(10_000).default(20),
  candidates: z
    .strictObject({
      vector: z.int().min(1).max(10_000).default(25),
      keyword: z.int().min(1).max(10_000).default(50),
    })
    .prefault({}),
  fusion: z
    .strictObject({
      method: z.enum(fusionMethods).default('minmax'),
      vectorWeight: vectorWeightSchema.default('auto'),
      collections: z.record(z.string(), collectionFusionSchema).default({}),
    })
    .prefault({}),
  feedback: z.boolean().default(false),
  namedDocuments: z.boolean().default(true),
  expandAcronyms: z.boolean().default(false),
  deduplicate: z.boolean().default(true),
  mmr: z.number().min(0).max(1).default(1),
  maxChunksPerDocument: z.int().min(1).optional(),
  sections: z.int().min(0).max(1000).default(0),
  filter: filterSchema.optional(),
  routing: routingConfigSchema.prefault({}),
  understanding: understandingConfigSchema.prefault({}),
  scoring: scoringConfigSchema.prefault({}),
  scoreThreshold: z.number().min(0).max(1).optional(),
});
