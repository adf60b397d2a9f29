import { z } from 'zod';
import { modelWritingFields, type ModelWriting } from './model-writing.ts';

/** Sections are summarised, to be searched with their summaries. See docs/chunking-text.md. */
export interface SummariesConfig extends ModelWriting {
  /**
   * `extractive`: by a section's own sentences; `generative`: by a language model, which the other settings are about.
   * @default 'extractive'
   */
  readonly method: 'extractive' | 'generative';
}

export const summariesSchema = z.strictObject({
  method: z.enum(['extractive', 'generative']).default('extractive'),
  ...modelWritingFields,
});
