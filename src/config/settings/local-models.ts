import { z } from 'zod';
import { serverAddressSchema } from './fields.ts';

/** Models that run here, whatever they are for: where their files come from. See docs/embedding.md. */
export interface LocalModelsConfig {
  /** Folder where they are kept; one of the user's cache unless given. */
  readonly folder?: string;
  /** Where they come from, also read from `HF_ENDPOINT`; https://huggingface.co unless given. */
  readonly hubUrl?: string;
}

export const localModelsConfigSchema = z.strictObject({
  folder: z.string().min(1).optional(),
  hubUrl: serverAddressSchema.optional(),
});
