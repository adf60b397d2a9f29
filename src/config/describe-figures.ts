import { z } from 'zod';
import { modelWritingFields, type ModelWriting } from './model-writing.ts';

/** A language model that sees pictures says what figures show, to be searched with them. See docs/chunking-text.md. */
export type DescribeFiguresConfig = ModelWriting;

export const describeFiguresSchema = z.strictObject(modelWritingFields);
