import { z } from 'zod';
import { modelWritingFields, type ModelWriting } from './model-writing.ts';

/** Of the document, in UTF-16 code units, that the model reads with each chunk: the beginning and what is near. */
export const documentChars = 20_000;

/** A language model writes what each chunk is about, to be searched with it. See docs/chunking-text.md. */
export type ContextualizeConfig = ModelWriting;

export const contextualizeSchema = z.strictObject(modelWritingFields);
