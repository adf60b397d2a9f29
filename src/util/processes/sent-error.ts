import { type ErrorContext, errorOfCode, PinciteError } from '../../errors.ts';

/** An error as it can be sent to another process. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  /** Of those that Pincite throws on purpose. */
  readonly code?: string;
  readonly hint?: string | undefined;
  readonly context?: ErrorContext;
  readonly cause?: SentError;
}

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, cause } = error;
  const own =
    error instanceof PinciteError ? { code: error.code, hint: error.hint, context: error.context } : {};
  return { name, message, ...own, ...(cause === undefined ? {} : { cause: toSent(cause) }) };
}

/** The error in its class; one that is not of Pincite is an `Error` with the name that it had. */
export function fromSent({ name, message, code, hint, context, cause }: SentError): Error {
  const details = cause === undefined ? {} : { cause: fromSent(cause) };
  if (code === undefined) return Object.assign(new Error(message, details), { name });
  return errorOfCode(code, message, { hint, context, ...details });
}
