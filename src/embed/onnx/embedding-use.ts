import { EmbeddingError } from '../../errors.ts';
import type { ModelUse } from '../../models/onnx/model-use.ts';
import { shortNames } from './known-models.ts';

/** What local models of this folder are for. */
export const embeddingUse: ModelUse = {
  Failure: EmbeddingError,
  section: 'embedding',
  shortNames,
  task: 'feature extraction',
};
