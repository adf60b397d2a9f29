import { z } from 'zod';
import { parseRegex } from '../store/parse-regex.ts';

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

const ruleSchema = z
  .strictObject({
    /** Shown where the rule decides; its words unless given. */
    name: z.string().min(1).optional(),
    /** Words or phrases of a query, whole and in any case; one is enough. */
    keywords: z.array(z.string().trim().min(1)).default([]),
    /** A regular expression, in any case. */
    pattern: patternSchema.optional(),
    collections: collectionsSchema,
  })
  .refine(({ keywords, pattern }) => keywords.length > 0 || pattern !== undefined, {
    message: 'needs keywords or a pattern',
  });

/** Where queries that name no collection look. */
export const routingConfigSchema = z
  .strictObject({
    /** All that match count together. */
    rules: z.array(ruleSchema).default([]),
    /** Where no rule matches. */
    default: collectionsSchema.default(['default']),
    /** What collections hold, by their names; for the language model that chooses where no rule matches. */
    descriptions: z.record(z.string(), z.string().min(1)).default({}),
    /** Whether `llm.model` chooses among the described collections where no rule matches. */
    model: z.boolean().default(false),
    /** Longest time that the model may take; the default collections are searched then. */
    timeBudgetMs: z.int().min(1).max(600_000).default(10_000),
  })
  .refine(({ model, descriptions }) => !model || Object.keys(descriptions).length > 1, {
    message: 'needs descriptions of two collections at least',
    path: ['model'],
  });
