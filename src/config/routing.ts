import { z } from 'zod';

const collectionsSchema = z.array(z.string().min(1)).min(1);

const patternSchema = z.string().refine(isPattern, { error: 'is no regular expression' });

function isPattern(text: string): boolean {
  try {
    return text !== '' && new RegExp(text, 'iu') instanceof RegExp;
  } catch {
    return false;
  }
}

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
  })
  .refine(({ model, descriptions }) => !model || Object.keys(descriptions).length > 1, {
    message: 'needs descriptions of two collections at least',
    path: ['model'],
  });
