import { GenerationError } from '../../errors.ts';
import { toCallError, type CallUse, type FailureReason } from './call-failure.ts';

const use: CallUse = {
  Failure: GenerationError,
  section: 'llm',
  gives: 'chat completion',
  ifRefused: 'Check that the model takes chat requests with JSON schemas.',
};

interface CallFacts {
  readonly sdk: typeof import('ai');
  readonly modelId: string;
  readonly timeoutMs: number;
  /** Where the key of the provider is usually kept. */
  readonly keyVariables: readonly string[];
}

/** What went wrong in a call of the AI SDK, in our words; the original is kept as the cause. */
export function toGenerationError(error: unknown, { sdk, ...facts }: CallFacts): Error {
  const cause = sdk.RetryError.isInstance(error) ? error.lastError : error;
  if (!sdk.NoObjectGeneratedError.isInstance(cause) && !sdk.NoOutputGeneratedError.isInstance(cause))
    return toCallError(cause, { use, ...facts });
  const { modelId } = facts;
  return new GenerationError(
    `${modelId} wrote something else than the object that was asked for: ${cause.message}`,
    {
      hint: 'Try again, or choose a model that follows JSON schemas.',
      context: { model: modelId, reason: 'malformed' satisfies FailureReason },
      cause,
    },
  );
}
