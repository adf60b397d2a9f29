import { PinciteError, StoreError } from '../../errors.ts';

const unreachable = 'Check that the server runs, and the host and port of `store`.';
const unauthorised = 'Give a valid API key in the URL of `store`: qdrants://:key@host:6333.';

/** By the status of Qdrant's answer. */
const hintsByStatus: Readonly<Record<number, string>> = {
  401: unauthorised,
  403: unauthorised,
  404: 'Something has removed what the store keeps there; add the documents again.',
  413: 'Raise service.max_request_size_mb of the server, or store smaller chunks.',
  429: 'The server has too much to do; try again in a moment.',
  503: 'The server is starting or has lost replicas; try again in a moment. Nothing was half-stored.',
};

/** What the client threw, as a StoreError with it as cause; our own errors pass unchanged. */
export function asStoreError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const status = statusOf(error);
  if (status === 408 || (error instanceof Error && error.name === 'TimeoutError')) {
    return tookTooLong(location, error);
  }
  const hint = status === undefined ? unreachable : hintsByStatus[status];
  return new StoreError(`The store at ${location} failed: ${reasonOf(error)}`, {
    hint,
    context: { location, status },
    cause: error,
  });
}

export function tookTooLong(location: string, cause?: unknown): StoreError {
  return new StoreError(`The store at ${location} took too long`, {
    hint: 'Try again when the server has less to do; nothing was half-stored.',
    context: { location, status: statusOf(cause) },
    cause,
  });
}

/** Whether the connection ended before there was an answer, which does not say what the server has done. */
export const isBroken = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error;

/** Of the answer that the server gave; `undefined` where it gave none. */
function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'status' in error && typeof error.status === 'number'
    ? error.status
    : undefined;
}

/** Whether the server says that there is no collection of that name there. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StoreError && error.context.status === 404;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('data' in error) return refusalIn(error.data) ?? error.message;
  const cause = error.cause instanceof AggregateError ? (error.cause.errors[0] as unknown) : error.cause;
  return cause instanceof Error ? cause.message : error.message;
}

/** `{ status: { error } }`, as Qdrant answers. */
function refusalIn(data: unknown): string | undefined {
  const { status } = (data ?? {}) as { readonly status?: { readonly error?: string } };
  return typeof status?.error === 'string' ? status.error : undefined;
}
