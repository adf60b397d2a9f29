import { PinciteError, StoreError } from '../../errors.ts';

const unreachable =
  'Check the host and port of `store`, and that the server runs: `npx chroma run --path <folder>` starts one.';
const refused = 'Check the token of `store` (chroma://:token@host:8000), its tenant and its database.';
const later = 'Try again later, or raise what the server allows.';

/** By the name of what the client throws. */
const hints: Readonly<Record<string, string>> = {
  ChromaConnectionError: unreachable,
  TimeoutError: unreachable,
  ChromaAuthError: refused,
  ChromaForbiddenError: refused,
  ChromaNotFoundError:
    'Check the tenant and the database of `store`, that the server has both, and that it is Chroma 1.',
  ChromaRateLimitError: later,
  ChromaQuotaExceededError: later,
};

/** What the client threw, as a StoreError with it as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const { name, message } = error as Error;
  const reason = isAway(error) ? 'it cannot be reached' : message; // what the client says is for browsers
  return new StoreError(`Chroma, in the store ${location}, failed: ${reason}`, {
    hint: hints[name] ?? 'Look into the log of the Chroma server.',
    context: { location, engineCode: name },
    cause: error,
  });
}

/** Nothing listens, or the connection broke. */
export function isAway(error: unknown): boolean {
  return (error as Error).name === 'ChromaConnectionError';
}

export function isMissing(error: unknown): boolean {
  return (error as Error).name === 'ChromaNotFoundError';
}

/**
 * Whether a StoreError says that Chroma has not what it was asked of, or cannot read it any more: killed while it saves a
 * collection, it may never answer of that again.
 */
export function isLoss(error: unknown): boolean {
  const cause = (error as Error).cause as Error | undefined;
  return cause !== undefined && (isMissing(cause) || cause.name === 'ChromaServerError');
}
