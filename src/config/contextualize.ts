import { z } from 'zod';
import { hasPrice, modelWritingFields, priceIsMissing, type ModelWriting } from './model-writing.ts';

/** A language model writes what each chunk is about, to be searched with it. See docs/chunking-text.md. */
export interface ContextualizeConfig extends ModelWriting {
  /**
   * Characters of the document that it reads with each chunk, 1,000 to 1,000,000; of a longer one the beginning and what is near.
   * @default 20000
   */
  readonly documentChars: number;
}

export const contextualizeSchema = z
  .strictObject({
    ...modelWritingFields,
    documentChars: z.int().min(1000).max(1_000_000).default(20_000),
  })
  .refine(hasPrice, priceIsMissing);
