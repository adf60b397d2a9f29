import { z } from 'zod';

const fieldSchema = z.union(
  [
    z.string().min(1),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'date', 'list']).optional(),
      description: z.string().min(1).optional(),
      /** What it may be; a filter that asks for something else is dropped. */
      values: z
        .array(z.union([z.string(), z.number(), z.boolean()]))
        .min(1)
        .max(1000)
        .optional(),
    }),
  ],
  { error: 'must be what it means, or { type, description, values }' },
);

/** What `llm.model` makes of a query before it is searched; nothing unless set, as each costs a call of the model. */
export const understandingConfigSchema = z.strictObject({
  /** Put it in words that documents would use, with abbreviations spelt out. */
  rewrite: z.boolean().default(false),
  /** Search also for a passage as the answer might stand in a document. */
  hyde: z.boolean().default(false),
  /** Read conditions of the query as a filter. */
  selfQuery: z.boolean().default(false),
  /** Longest time that the model may take; the query is searched as it stands then. */
  timeBudgetMs: z.int().min(1).max(600_000).default(10_000),
  /** What fields mean, by name: in words, or with type and allowed values; what is not said is learned from the documents. */
  fields: z.record(z.string(), fieldSchema).default({}),
});
