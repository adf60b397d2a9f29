import { Worker } from 'node:worker_threads';
import { LimitExceededError, LoadError, PdfEncryptedError, type ErrorDetails } from '../../errors.ts';
import type { Picture } from '../../util/png.ts';
import type { PageView, RenderRequest } from './render.ts';

/** What the thread runs. It is text so that it needs no file beside the code, whatever bundles that. */
const program = `
  const { parentPort, workerData: { module, request, views } } = require('node:worker_threads');
  const load = () =>
    module.endsWith('.ts')
      ? require('node:module').createRequire(module)('jiti').createJiti(module).import(module)
      : import(module);
  load()
    .then(({ renderPages }) => renderPages(request, views))
    .then(
      (pictures) => parentPort.postMessage({ pictures }),
      ({ code, message, hint, context }) => parentPort.postMessage({ failure: { code, message, hint, context } }),
    );
`;

interface Failure extends ErrorDetails {
  readonly code?: string;
  readonly message: string;
}

type Answer = { readonly pictures: Picture[] } | { readonly failure: Failure };

/** Ordinary pages take tenths of a second; a page made to be drawn for ever is given up. */
const longestMs = 20_000;

/**
 * `renderPages` in a thread of its own, which is stopped when the signal says so or when it takes too long.
 *
 * @param module `render.ts` whole, so that a bundler keeps what the thread calls.
 * @throws as `renderPages` does; LimitExceededError when drawing takes too long.
 */
export async function renderAside(
  { renderModule: module }: { readonly renderModule: string },
  request: RenderRequest,
  {
    views,
    signal,
    timeoutMs = longestMs,
  }: { views: readonly PageView[]; signal?: AbortSignal; timeoutMs?: number },
): Promise<Picture[]> {
  signal?.throwIfAborted();
  const worker = new Worker(program, { eval: true, workerData: { module, request, views }, execArgv: [] });
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any(signal === undefined ? [timeout] : [timeout, signal]);
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
    });
    if ('pictures' in answer) return answer.pictures;
    throw failureOf(answer.failure);
  } catch (error) {
    if (signal?.aborted || error !== timeout.reason) throw error;
    throw new LimitExceededError(
      `The pages of ${request.name} take longer than ${timeoutMs / 1000} s to draw`,
      {
        hint: 'Open the file in a viewer; the citation says which page.',
        context: { document: request.name, limit: 'timeoutMs', maximum: timeoutMs },
      },
    );
  } finally {
    await worker.terminate();
  }
}

function failureOf({ code, message, ...details }: Failure): Error {
  if (code === undefined) return new Error(message);
  return code === 'PDF_ENCRYPTED' ? new PdfEncryptedError(message, details) : new LoadError(message, details);
}
