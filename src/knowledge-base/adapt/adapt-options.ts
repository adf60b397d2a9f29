import { z } from 'zod';
import type { CollectionAdaptation } from '../../types.ts';
import { collectionNameSchema, callbackSchema, signalSchema } from '../parts/options.ts';

/** First the model learns, then every chunk is embedded with what it has learned. */
export interface AdaptProgress {
  /** What is done. */
  readonly step: 'learn' | 'embed';
  /** Texts so far. */
  readonly done: number;
  /** Of so many. */
  readonly total: number;
}

/** What `adapt` takes. */
export interface AdaptOptions {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /**
   * Adapt also where the documents are those of the latest attempt.
   * @default false
   */
  readonly force?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called as texts are learned from, then as chunks are embedded. */
  readonly onProgress?: (event: AdaptProgress) => void;
}

export const adaptOptionsSchema = z.strictObject({
  collection: collectionNameSchema.default('default'),
  force: z.boolean().default(false),
  signal: signalSchema,
  onProgress: callbackSchema<AdaptProgress>(),
});

/** What came of adapting the built-in model to a collection. */
export interface AdaptResponse {
  /** Name of the collection. */
  readonly collection: string;
  /**
   * `kept`: the texts held out said that the model is better as it was; `unchanged`: the documents are those
   * of the latest attempt.
   */
  readonly outcome: 'adapted' | 'kept' | 'unchanged';
  /** The model that its chunks are embedded with now. */
  readonly embeddingModel: string;
  /** What came of the attempt. */
  readonly adaptation: CollectionAdaptation;
  /** Milliseconds that it took. */
  readonly ms: number;
}

export type CheckedAdaptOptions = z.output<typeof adaptOptionsSchema>;
