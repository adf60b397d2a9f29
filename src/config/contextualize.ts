import { z } from 'zod';
import { hasPrice, modelWritingFields, priceIsMissing } from './model-writing.ts';

/** A language model writes what each chunk is about, to be searched with it. See docs/chunking-text.md. */
export const contextualizeSchema = z
  .strictObject({
    ...modelWritingFields,
    /** Characters of the document that it reads with each chunk; of a longer one the beginning and what is near. */
    documentChars: z.int().min(1000).max(1_000_000).default(20_000),
  })
  .refine(hasPrice, priceIsMissing);
export type ContextualizeConfig = z.output<typeof contextualizeSchema>;
