import { z } from 'zod';

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
  /** What fields mean, by name; what they hold is learned from the documents. */
  fields: z.record(z.string(), z.string().min(1)).default({}),
});
