import type { Adaptation, AdaptationOptions } from '../../embed/adapt/adapt.ts';
import type { ChosenChunk } from '../../embed/adapt/sample-chunks.ts';
import { EmbeddingError } from '../../errors.ts';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { Readers } from '../prepare/shared-readers.ts';

/** Learns from chunks what their words mean; gives another table for the built-in model, or says to keep it. */
export type Train = (
  chunks: readonly ChosenChunk[],
  options: AdaptationOptions & { readonly seed: number },
) => Promise<Adaptation>;

const limits = { timeoutMs: 600_000, maxMemoryMb: 3_000 };

/** In a process of its own: what it calculates for seconds keeps no call waiting. */
export const trainIn =
  (readers: Readers): Train =>
  async (chunks, { seed, signal, onProgress }) => {
    try {
      return await readers.run('learn', { chunks, seed }, { ...limits, signal, onProgress });
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      throw new EmbeddingError(`The process that learns from the documents ended: ${error.message}`, {
        hint: 'The machine may be short of memory. Search goes on with the model as it was.',
        cause: error,
      });
    }
  };
