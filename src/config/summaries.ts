import { z } from 'zod';
import { hasPrice, modelWritingFields, priceIsMissing } from './model-writing.ts';

/** Sections are summarised, to be searched with their summaries. See docs/chunking-text.md. */
export const summariesSchema = z
  .strictObject({
    /** `extractive`: by a section's own sentences; `generative`: by a language model, which the other settings are about. */
    method: z.enum(['extractive', 'generative']).default('extractive'),
    ...modelWritingFields,
  })
  .refine(hasPrice, priceIsMissing);
export type SummariesConfig = z.output<typeof summariesSchema>;
