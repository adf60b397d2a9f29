import { z } from 'zod';

/** What a field means, for the language model that reads filters from queries. */
export interface FieldMeaning {
  /** Of its values; learned from the documents unless given. */
  readonly type?: 'string' | 'number' | 'boolean' | 'date' | 'list';
  /** In words. */
  readonly description?: string;
  /** What it may be, 1 to 1,000 values; a filter that asks for something else is dropped. */
  readonly values?: readonly (string | number | boolean)[];
}

/** What `llm.model` makes of a query before it is searched; nothing unless set, as each costs a call of the model. */
export interface UnderstandingConfig {
  /**
   * Put it in words that documents would use, with abbreviations spelt out.
   * @default false
   */
  readonly rewrite: boolean;
  /**
   * Search also for a passage as the answer might stand in a document.
   * @default false
   */
  readonly hyde: boolean;
  /**
   * Read conditions of the query as a filter.
   * @default false
   */
  readonly selfQuery: boolean;
  /**
   * What fields mean, by name: in words, or with type and allowed values; what is not said is learned from the documents.
   * @default {}
   */
  readonly fields: Readonly<Record<string, string | FieldMeaning>>;
}

const fieldSchema = z.union(
  [
    z.string().min(1),
    z.strictObject({
      type: z.enum(['string', 'number', 'boolean', 'date', 'list']).optional(),
      description: z.string().min(1).optional(),
      values: z
        .array(z.union([z.string(), z.number(), z.boolean()]))
        .min(1)
        .max(1000)
        .optional(),
    }),
  ],
  { error: 'must be what it means, or { type, description, values }' },
);
export const understandingConfigSchema = z.strictObject({
  rewrite: z.boolean().default(false),
  hyde: z.boolean().default(false),
  selfQuery: z.boolean().default(false),
  fields: z.record(z.string(), fieldSchema).default({}),
});
