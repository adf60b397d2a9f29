import type { EvaluationDataset } from '../../evaluate/datasets/dataset.ts';
import { tune, type TuneOptions, type Tuning } from '../../evaluate/tune.ts';
import { evaluateDataset, type EvaluatedConfiguration, type EvaluateOptions } from './evaluate.ts';
import type { EvaluatedParts } from './evaluated-configuration.ts';
import type { RetrieveOptions } from '../search/retrieve-options.ts';

/** What `tuneFusion` takes. */
export interface TuneFusionOptions
  extends TuneOptions, Pick<EvaluateOptions, 'collection' | 'documents' | 'depth' | 'signal' | 'onProgress'> {
  /** What else all searches have, such as a filter. */
  readonly retrieve?: Omit<RetrieveOptions, 'fusion'>;
}

const weights = [...Array.from({ length: 11 }, (_, tenths) => tenths / 10), 'auto'] as const;

/** Searches with every weight of the vectors and says whether one is better than what is in force. */
export async function tuneFusion(
  evaluated: EvaluatedParts,
  source: string | EvaluationDataset,
  { metric, folds, seed, retrieve, ...options }: TuneFusionOptions = {},
): Promise<Tuning> {
  const configurations: EvaluatedConfiguration[] = [
    { name: 'default', retrieve: { ...retrieve } },
    ...weights.map((vectorWeight) => ({
      name: `vectorWeight ${vectorWeight}`,
      retrieve: { ...retrieve, fusion: { vectorWeight } },
    })),
  ];
  const metrics = metric === undefined ? undefined : [metric];
  const result = await evaluateDataset(evaluated, source, { ...options, seed, metrics, configurations });
  return tune(result.configurations, { metric, folds, seed });
}
