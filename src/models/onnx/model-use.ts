import type { ErrorDetails, PinciteError } from '../../errors.ts';

/** What a local model is for: what its failures are, and which settings their hints name. */
export interface ModelUse {
  readonly Failure: new (message: string, details: ErrorDetails) => PinciteError;
  /** Of the configuration, where `model` is set: `embedding`. */
  readonly section: string;
  /** Names without an owner, and where the hub has the model. */
  readonly shortNames: Readonly<Record<string, string>>;
  /** What the model must have been exported for: `feature extraction`. */
  readonly task: string;
}
