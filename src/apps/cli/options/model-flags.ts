import type { ConfigInput } from '../../../index.ts';
import { flags } from './flags.ts';

export interface ModelFlags {
  readonly model?: string;
  /** As it is best for the output unless given. */
  readonly stream?: boolean;
}

export const modelFlags = [flags.model, flags.stream, flags.noStream];

/** Laid over the configuration, so that the key of the model's provider is found. */
export const toAnswerConfig = ({ model }: ModelFlags): ConfigInput =>
  model === undefined ? {} : { answer: { model } };
