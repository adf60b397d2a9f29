import { z } from 'zod';
import { hasPrice, modelWritingFields, priceIsMissing } from './model-writing.ts';

/** A language model that sees pictures says what figures show, to be searched with them. See docs/chunking-text.md. */
export const describeFiguresSchema = z.strictObject(modelWritingFields).refine(hasPrice, priceIsMissing);
export type DescribeFiguresConfig = z.output<typeof describeFiguresSchema>;
