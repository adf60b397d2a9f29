import { setImmediate } from 'node:timers/promises';
import { LimitExceededError, PdfEncryptedError } from '../../errors.ts';
import { usualMaxChars } from '../source/limits.ts';
import type { LoadRequest } from '../loader.ts';

/** Lets the event loop turn, and ends the work when the caller has asked for that. */
export async function pause(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

/** @throws LimitExceededError when the document has more pages than allowed. */
export function checkPages(pages: number, { limits, name }: LoadRequest): void {
  if (pages <= limits.maxPages) return;
  throw new LimitExceededError(`The PDF has ${pages} pages; the limit is ${limits.maxPages}.`, {
    hint: 'Raise `loading.maxPages`, or split the document.',
    context: { document: name, limit: 'maxPages', maximum: limits.maxPages, found: pages },
  });
}

/** @throws LimitExceededError when more characters than allowed have been met. */
export function checkCharacters(characters: number, { limits, name }: LoadRequest): void {
  const { maxChars = usualMaxChars } = limits;
  if (characters <= maxChars) return;
  throw new LimitExceededError(`The PDF holds more than ${maxChars} characters of text.`, {
    hint: 'Split the document.',
    context: { document: name, limit: 'maxChars', maximum: maxChars, found: characters },
  });
}

/** The error for a document that needs a password, or another one than was given. */
export function encrypted(
  { name, password }: Pick<LoadRequest, 'name' | 'password'>,
  cause?: unknown,
): PdfEncryptedError {
  const message = password ? 'The password does not open the PDF.' : 'The PDF needs a password.';
  return new PdfEncryptedError(message, {
    hint: password
      ? 'Check the password.'
      : 'Give its password: `--password`, or `password` of the document in the library.',
    context: { document: name },
    cause,
  });
}
