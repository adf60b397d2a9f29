import { z } from 'zod';
import type { Filter } from '../../store/filter/filter.ts';
import { parseFilter } from '../../store/filter/parse-filter.ts';
import { vectorWeightSchema } from './retrieval-choices.ts';
import { routingSchema, type RoutingRule } from './routing.ts';
import { scoringConfigSchema, type ScoringConfig } from './scoring.ts';
import type { Settings } from './settings.ts';
import { fieldMeaningsSchema, type FieldMeaning } from './understanding.ts';

/** How questions and queries are searched. See docs/retrieval.md. */
export interface RetrievalConfig {
  /**
   * Hits wanted, 1 to 10,000.
   * @default 20
   */
  readonly topK: number;
  /**
   * Share of the vector search in the fused score, 0…1; `auto`: what suits the embedding model and the words of the query.
   * @default 'auto'
   */
  readonly vectorWeight: number | 'auto';
  /** Laid under the filter of every call, such as `{ dateCreated: { $gte: '2020-01-01' } }`. */
  readonly filter?: Filter;
  /**
   * Where queries that name no collection look. All rules that match count together; `default` where none does.
   * @default []
   */
  readonly routing: readonly RoutingRule[];
  /**
   * What fields mean, by name, for calls with `selfQuery`: in words, or with type and allowed values; what is not said is learned from
   * the documents.
   * @default {}
   */
  readonly fields: Readonly<Record<string, string | FieldMeaning>>;
  /** What counts beside words and meaning; nothing unless set. */
  readonly scoring: ScoringConfig;
}
/** `RetrievalConfig` as it is written: what is left out has its default. */
export type RetrievalInput = Settings<RetrievalConfig, 'scoring'>;

/** A filter in the filter language, refused where it is none. */
const filterSchema = z.unknown().superRefine((filter, context) => {
  try {
    parseFilter(filter);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no filter: ${(error as Error).message}` });
  }
}) as z.ZodType<Filter, Filter>;

export const retrievalConfigSchema = z.strictObject({
  topK: z.int().min(1).max(10_000).default(20),
  vectorWeight: vectorWeightSchema.default('auto'),
  filter: filterSchema.optional(),
  routing: routingSchema.default([]),
  fields: fieldMeaningsSchema.default({}),
  scoring: scoringConfigSchema.prefault({}),
});
