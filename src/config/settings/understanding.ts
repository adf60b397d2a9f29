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
export const fieldMeaningsSchema = z.record(z.string(), fieldSchema);
