import { z } from 'zod';
import type { Filter } from '../../store/filter/filter.ts';
import { parseFilter } from '../../store/filter/parse-filter.ts';
import {
  fusionMethods,
  retrievalModes,
  vectorWeightSchema,
  type FusionMethod,
  type RetrievalMode,
} from './retrieval-choices.ts';
import { routingConfigSchema, type RoutingConfig, type RoutingInput } from './routing.ts';
import { scoringConfigSchema, type ScoringConfig } from './scoring.ts';
import type { Settings } from './settings.ts';
import { understandingConfigSchema, type UnderstandingConfig } from './understanding.ts';

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
  /** How the lists of the searches become one. */
  readonly fusion: FusionConfig;
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
  /**
   * Milliseconds that a model may take in a step of a search, 1 to 600,000: 3,000 for reranking and 10,000 for routing and understanding
   * unless given. The search goes on without what it did not do by then.
   */
  readonly timeBudgetMs?: number;
}
/** `RetrievalConfig` as it is written: what is left out has its default. */
export type RetrievalInput = Settings<
  RetrievalConfig,
  'fusion' | 'understanding' | 'scoring',
  { readonly routing: RoutingInput }
>;

/** A filter in the filter language, refused where it is none. */
const filterSchema = z.unknown().superRefine((filter, context) => {
  try {
    parseFilter(filter);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no filter: ${(error as Error).message}` });
  }
}) as z.ZodType<Filter, Filter>;

export const retrievalConfigSchema = z.strictObject({
  mode: z.enum(retrievalModes).default('full'),
  topK: z.int().min(1).max(10_000).default(20),
  fusion: z
    .strictObject({
      method: z.enum(fusionMethods).default('minmax'),
      vectorWeight: vectorWeightSchema.default('auto'),
    })
    .prefault({}),
  maxChunksPerDocument: z.int().min(1).optional(),
  sections: z.int().min(0).max(1000).default(0),
  filter: filterSchema.optional(),
  routing: routingConfigSchema.prefault({}),
  understanding: understandingConfigSchema.prefault({}),
  scoring: scoringConfigSchema.prefault({}),
  timeBudgetMs: z.int().min(1).max(600_000).optional(),
});
