import { z } from 'zod';
import { parseRegex } from '../../store/filter/regex.ts';

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

/**
 * Which queries go to which collections: those that have one of the keywords or match the pattern. A rule with neither holds where no
 * other matches, or, with a description, where `llm.model` chooses it then.
 */
export interface RoutingRule {
  /** Shown where the rule decides; its words unless given. */
  readonly name?: string;
  /** Words or phrases of a query, whole and in any case; one is enough. */
  readonly keywords?: readonly string[];
  /** A regular expression in the syntax of RE2, in any case. */
  readonly pattern?: string;
  /**
   * What the collections hold: `llm.model`, where it is set, chooses among the collections of all rules that say so, two at least, where no
   * keywords and no pattern match.
   */
  readonly description?: string;
  /** Names of the collections, one at least. */
  readonly collections: readonly string[];
}

const ruleSchema = z.strictObject({
  name: z.string().min(1).optional(),
  keywords: z.array(z.string().trim().min(1)).optional(),
  pattern: patternSchema.optional(),
  description: z.string().min(1).optional(),
  collections: z.array(z.string().min(1)).min(1),
});
export const routingSchema = z
  .array(ruleSchema)
  .refine((rules) => Object.keys(readRouting(rules).descriptions).length !== 1, {
    message: 'describes one collection, and needs a second one to choose among',
  });

/** Rules by what they do. */
export interface Routing {
  /** Those with keywords or a pattern. */
  readonly rules: readonly (RoutingRule & { readonly keywords: readonly string[] })[];
  /** Where none of these matches. */
  readonly default: readonly string[];
  /** What collections hold, by their names. */
  readonly descriptions: Readonly<Record<string, string>>;
}

const hasCondition = ({ keywords = [], pattern }: RoutingRule) =>
  keywords.length > 0 || pattern !== undefined;

/** Whether a rule holds where no other matches. */
export const isOtherwise = (rule: RoutingRule): boolean =>
  !hasCondition(rule) && rule.description === undefined;

export function readRouting(rules: readonly RoutingRule[]): Routing {
  const otherwise = rules.filter(isOtherwise);
  const described = rules.flatMap(({ description, collections }) =>
    description === undefined ? [] : collections.map((name) => [name, description] as const),
  );
  return {
    rules: rules.filter(hasCondition).map((rule) => ({ ...rule, keywords: rule.keywords ?? [] })),
    default: otherwise.length === 0 ? ['default'] : otherwise.flatMap(({ collections }) => collections),
    descriptions: Object.fromEntries(described),
  };
}
