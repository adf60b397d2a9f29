import { LimitExceededError, LoadError, type PinciteError } from '../../errors.ts';
import type { PageView, RenderRequest } from '../../load/pdf/pictures/render.ts';
import type { Picture } from '../../util/pictures/png.ts';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { ProcessLimits } from '../../util/processes/process-pool.ts';
import { readingFailure } from '../prepare/readers.ts';
import type { Readers } from '../prepare/shared-readers.ts';

/** Ordinary pages take tenths of a second; a page made to be drawn for ever is given up. */
const longestMs = 20_000;

interface DrawOptions {
  readonly views: readonly PageView[];
  readonly limits: Pick<ProcessLimits, 'maxMemoryMb'>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Draws parts of a PDF's pages in another process.
 * @throws as `renderPages` does; LimitExceededError when it takes too long or too much memory; the signal's reason on
 * abort.
 */
export async function drawPages(
  readers: Readers,
  request: RenderRequest,
  { views, limits: { maxMemoryMb }, timeoutMs = longestMs, signal }: DrawOptions,
): Promise<Picture[]> {
  try {
    return await readers.run('render', { request, views }, { timeoutMs, maxMemoryMb, signal });
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    const limits = { timeoutMs, maxMemoryMb };
    throw error.reason === 'start'
      ? readingFailure(error, request.name, limits)
      : drawingFailure(error, request.name, limits);
  }
}

function drawingFailure(
  ended: ProcessEnded,
  document: string,
  { timeoutMs, maxMemoryMb }: ProcessLimits,
): PinciteError {
  const hint = 'Open the file in a viewer; the citation says which page.';
  const details = (facts: object) => ({ hint, context: { document, ...facts }, cause: ended });
  const pages = `The pages of ${document}`;
  if (ended.reason === 'time') {
    const facts = { limit: 'timeoutMs', maximum: timeoutMs };
    return new LimitExceededError(`${pages} take longer than ${timeoutMs / 1000} s to draw`, details(facts));
  }
  if (ended.reason === 'memory') {
    const facts = { limit: 'maxMemoryMb', maximum: maxMemoryMb };
    return new LimitExceededError(`${pages} take more than ${maxMemoryMb} MB to draw`, details(facts));
  }
  return new LoadError(`${pages} cannot be drawn: the process broke off.`, details({}));
}
