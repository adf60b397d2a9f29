import { z } from 'zod';
import { parseRegex } from '../../store/filter/regex.ts';
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
   * What collections hold, by their names, two at least: `llm.model`, where it is set, chooses among these where no rule matches.
   * @default {}
   */
  readonly descriptions: Readonly<Record<string, string>>;
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
export const routingConfigSchema = z.strictObject({
  rules: z.array(ruleSchema).default([]),
  default: collectionsSchema.default(['default']),
  descriptions: z
    .record(z.string(), z.string().min(1))
    .refine((descriptions) => Object.keys(descriptions).length !== 1, {
      message: 'needs a second collection to choose among',
    })
    .default({}),
});
