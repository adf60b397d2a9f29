/** What `retrieve` takes. */
import { z } from 'zod';
import {
  fusionMethods,
  retrievalModes,
  vectorWeightSchema,
  type FusionMethod,
  type RetrievalMode,
} from '../../config/settings/retrieval-choices.ts';
import {
  importanceSchema,
  recencySchema,
  typeWeightsSchema,
  type Importance,
  type Recency,
} from '../../config/settings/scoring.ts';
import type { Filter, RegionFilter, WhereDocument } from '../../store/filter/filter.ts';
import type { VersionChoice } from '../../types.ts';
import { collectionNameSchema, filterOptionSchema, signalSchema, versionsSchema } from '../parts/options.ts';

/** Read by `parseWhereDocument` and `parseRegion`, which say where one is wrong. */
const whereDocumentOptionSchema = z.unknown() as z.ZodType<WhereDocument, WhereDocument>;
const regionOptionSchema = z.unknown() as z.ZodType<RegionFilter, RegionFilter>;

/** How the lists of the searches become one. */
export interface FusionOptions {
  /**
   * `minmax` and `zscore` add up scores, put on one scale; `rrf` adds up 1 / (k + rank).
   * @default 'minmax'
   */
  readonly method?: FusionMethod;
  /** Share of the vector search in the fused score, 0…1; `auto`: what suits the embedding model and the words of the query; `retrieval.vectorWeight` unless given. */
  readonly vectorWeight?: number | 'auto';
  /**
   * Constant of `rrf`, 0 or more.
   * @default 60
   */
  readonly k?: number;
}

/** What `retrieve` takes. What is not given is as the configuration says (`retrieval`). */
export interface RetrieveOptions {
  /** Names of the collections to search, one at least; `default`, or what `retrieval.routing` chooses, unless given. */
  readonly collections?: readonly string[];
  /** Short for one collection. */
  readonly collection?: string;
  /**
   * Whether the configured routing chooses the collections where none is named.
   * @default true
   */
  readonly route?: boolean;
  /**
   * Let `llm.model` put the query in words that documents would use.
   * @default false
   */
  readonly rewrite?: boolean;
  /**
   * Search also for a passage that `llm.model` writes as the answer might stand.
   * @default false
   */
  readonly hyde?: boolean;
  /**
   * Let `llm.model` read conditions of the query as a filter.
   * @default false
   */
  readonly selfQuery?: boolean;
  /** Search only chunks that match, of documents that match: `{ format: 'pdf', year: { $gte: 2024 } }`. See docs/filters.md. */
  readonly filter?: Filter;
  /** Search only chunks whose text has, or has not, these words: `{ $contains: 'Director' }`. */
  readonly whereDocument?: WhereDocument;
  /**
   * Search only chunks that stand there on their page: `{ page: 2, name: 'top-right' }`; or a rectangle `{ page, x0, y0, x1, y1 }` in
   * points or in fractions of the page; or `{ near: 'Total', within: 50 }`, what lies near a text or a picture.
   */
  readonly region?: RegionFilter;
  /** `all`, or the latest n of each document: earlier versions are found too, where they were kept. The present one alone unless given. */
  readonly versions?: VersionChoice;
  /**
   * `full` and `hybrid` search vectors and keywords, `vector` and `fast` vectors, `keyword` keywords; `fast` and `keyword` never rerank.
   * @default 'full'
   */
  readonly mode?: RetrievalMode;
  /** Hits wanted, 1 to 10,000; `retrieval.topK` unless given. */
  readonly topK?: number;
  /**
   * Whether keywords are searched for, in the modes that do.
   * @default true
   */
  readonly keyword?: boolean;
  /** Whether the configured reranker orders the hits; it does, where there is one, unless given. */
  readonly rerank?: boolean;
  /**
   * Whether keywords are searched for in both forms where documents explain an acronym.
   * @default false
   */
  readonly expandAcronyms?: boolean;
  /**
   * Whether a text that stands in several places is one hit; `duplicates` of the hit names the others.
   * @default true
   */
  readonly deduplicate?: boolean;
  /**
   * How much relevance counts where hits that are alike are put apart (maximal marginal relevance), 0…1; 1 puts none apart.
   * @default 1
   */
  readonly mmr?: number;
  /** Chunks of one document, 1 or more; surplus ones are dropped. No limit unless given. */
  readonly maxChunksPerDocument?: number;
  /** How much documents count more by their `dateCreated`: a weight 0 to 10, or off (0), light (0.15), medium (0.4), heavy (1); `retrieval.scoring.recency` unless given. */
  readonly recency?: Recency;
  /** Weights 0 to 100 by the documents' own `type`, such as `{ deliverable: 1.5 }`; laid over `retrieval.scoring.typeWeights`. */
  readonly typeWeights?: Readonly<Record<string, number>>;
  /** Which number of the documents' metadata counts, and how much; none unless given. */
  readonly importance?: Importance;
  /** Hits with a lower `relevanceScore` are left out, 0…1; none is unless given. */
  readonly scoreThreshold?: number;
  /**
   * From the top down: look for the best so many sections first, 0 to 1,000, then for passages in them; 0 for all passages. See docs/chunking.md.
   * @default 0
   */
  readonly sections?: number;
  /** Chunks before and after each hit, 0 to 20, to read into `passages`, and parents over it where it has them; 0 unless given, 1 for answers. */
  readonly contextWindow?: number;
  /** Tokens that `passages` may have together, 1 or more; no limit unless given, for answers `answer.tokenBudget`. */
  readonly tokenBudget?: number;
  /**
   * Whether `groups` of the response has the hits by document.
   * @default false
   */
  readonly groupByDocument?: boolean;
  /**
   * Whether hits have the whole text of their chunks; else what of it matches stands as their `content`.
   * @default true
   */
  readonly fullChunks?: boolean;
  /**
   * Whether the response says what put each hit where it stands; see docs/retrieval.md.
   * @default false
   */
  readonly explain?: boolean;
  /** How the lists of the searches become one. */
  readonly fusion?: FusionOptions;
  /**
   * Search vectors a second time, by the query moved towards what both searches found best.
   * @default false
   */
  readonly feedback?: boolean;
  /**
   * Whether documents move up that the query names by title or name of the file, and are searched too.
   * @default true
   */
  readonly namedDocuments?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const retrieveOptionsSchema = z.strictObject({
  collections: z.array(collectionNameSchema).min(1).optional(),
  collection: collectionNameSchema.optional(),
  route: z.boolean().default(true),
  rewrite: z.boolean().default(false),
  hyde: z.boolean().default(false),
  selfQuery: z.boolean().default(false),
  filter: filterOptionSchema.optional(),
  whereDocument: whereDocumentOptionSchema.optional(),
  region: regionOptionSchema.optional(),
  versions: versionsSchema.optional(),
  mode: z.enum(retrievalModes).default('full'),
  topK: z.int().min(1).max(10_000).optional(),
  keyword: z.boolean().default(true),
  rerank: z.boolean().optional(),
  expandAcronyms: z.boolean().default(false),
  deduplicate: z.boolean().default(true),
  mmr: z.number().min(0).max(1).default(1),
  maxChunksPerDocument: z.int().min(1).optional(),
  recency: recencySchema.optional(),
  typeWeights: typeWeightsSchema.optional(),
  importance: importanceSchema.optional(),
  scoreThreshold: z.number().min(0).max(1).optional(),
  sections: z.int().min(0).max(1000).default(0),
  contextWindow: z.int().min(0).max(20).optional(),
  tokenBudget: z.int().min(1).optional(),
  groupByDocument: z.boolean().default(false),
  fullChunks: z.boolean().default(true),
  explain: z.boolean().default(false),
  fusion: z
    .strictObject({
      method: z.enum(fusionMethods).optional(),
      vectorWeight: vectorWeightSchema.optional(),
      k: z.number().min(0).optional(),
    })
    .optional(),
  feedback: z.boolean().default(false),
  namedDocuments: z.boolean().default(true),
  signal: signalSchema,
});
