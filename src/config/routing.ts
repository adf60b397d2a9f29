import { z } from 'zod';
import { parseRegex } from '../store/parse-regex.ts';
import type { Settings } from './settings.ts';

const collectionsSchema = z.array(z.string().min(1)).min(1);

const patternSchema = z
  .string()
  .min(1)
  .superRefine((pattern, context) => {
    try {
      parseRegex(pattern, 'pattern');
    } catch (error) {
      context.addIssue({
        code: 'custom',
        message: `is no regular expression for queries: ${reasonOf(error)}`,
      });
    }
  });

const reasonOf = (error: unknown) => (error as Error).message.replace(/^.* is refused: |\.$/g, '');

/** Which queries go to which collections; needs keywords or a pattern. */
export interface RoutingRule {
  /** Shown where the rule decides; its words unless given. */
  readonly name?: string;
  /**
   * Words or phrases of a query, whole and in any case; one is enough.
   * @default []
   */
  readonly keywords: readonly string[];
  /** A regular expression in the syntax of RE2, in any case. */
  readonly pattern?: string;
  /** Names of the collections, one at least. */
  readonly collections: readonly string[];
}

/** Where queries that name no collection look. */
export interface RoutingConfig {
  /**
   * All that match count together.
   * @default []
   */
  readonly rules: readonly RoutingRule[];
  /**
   * Names of the collections where no rule matches, one at least.
   * @default ['default']
   */
  readonly default: readonly string[];
  /**
   * What collections hold, by their names; for the language model that chooses where no rule matches.
   * @default {}
   */
  readonly descriptions: Readonly<Record<string, string>>;
  /**
   * Whether `llm.model` chooses among the described collections where no rule matches.
   * @default false
   */
  readonly model: boolean;
  /**
   * Milliseconds that the model may take, 1 to 600,000; the default collections are searched then.
   * @default 10000
   */
  readonly timeBudgetMs: number;
}
/** A rule as it is written. */
export type RoutingRuleInput = Omit<RoutingRule, 'keywords'> & Partial<Pick<RoutingRule, 'keywords'>>;
/** `RoutingConfig` as it is written: what is left out has its default. */
export type RoutingInput = Settings<RoutingConfig, never, { readonly rules: readonly RoutingRuleInput[] }>;

const ruleSchema = z
  .strictObject({
    name: z.string().min(1).optional(),
    keywords: z.array(z.string().trim().min(1)).default([]),
    pattern: patternSchema.optional(),
    collections: collectionsSchema,
  })
  .refine(({ keywords, pattern }) => keywords.length > 0 || pattern !== undefined, {
    message: 'needs keywords or a pattern',
  });
export const routingConfigSchema = z
  .strictObject({
    rules: z.array(ruleSchema).default([]),
    default: collectionsSchema.default(['default']),
    descriptions: z.record(z.string(), z.string().min(1)).default({}),
    model: z.boolean().default(false),
    timeBudgetMs: z.int().min(1).max(600_000).default(10_000),
  })
  .refine(({ model, descriptions }) => !model || Object.keys(descriptions).length > 1, {
    message: 'needs descriptions of two collections at least',
    path: ['model'],
  });
