import { LimitExceededError, LoadError, type PinciteError } from '../../errors.ts';
import { detectText, isPdf } from '../../load/detect/detect.ts';
import { loadDocument } from '../../load/load.ts';
import type { DocumentFormat, LoadedDocument } from '../../types.ts';
import { docsPage } from '../../util/strings/docs-page.ts';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { ProcessLimits } from '../../util/processes/process-pool.ts';
import type { CutOptions, CutRequest } from './cut.ts';
import type { Readers } from './shared-readers.ts';

type Source = CutRequest['source'];

/** Formats that linear code of our own reads: a short document of them needs no process of its own. */
const plainFormats = new Set<DocumentFormat>(['text', 'markdown', 'code', 'csv', 'json']);
/** A longer one is read where limits on time and memory hold, and where it keeps nobody waiting. */
const mostPlainBytes = 2 ** 20;

/** The source with its format, where that is a plain one and the document short. */
export function asPlain(source: Source): Source | undefined {
  if (source.bytes.length > mostPlainBytes) return undefined;
  const format = detectText(source.bytes, source.name, source.contentType);
  return format !== undefined && plainFormats.has(format) ? { ...source, format } : undefined;
}

/** Reads a document. @throws as `loadDocument` does; LimitExceededError for the limits of a process. */
export async function loadOne(
  readers: Readers,
  source: Source,
  options: CutOptions = {},
): Promise<LoadedDocument> {
  const plain = asPlain(source);
  if (plain !== undefined) return loadDocument({ ...plain, ...options });
  return readAside(source, (once) => readers.run('load', once, processRequest(source, options)));
}

/**
 * Lets a document be read in another process; a PDF whose parser ends that, once more by the second parser.
 * @throws what reading throws; LimitExceededError or LoadError when the process ended.
 */
export async function readAside<Output>(
  source: Source,
  read: (source: Source) => Promise<Output>,
): Promise<Output> {
  try {
    return await read(source);
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    const hasSecond = (source.pdfParser ?? 'auto') === 'auto' && !source.skipsPdfium;
    const isForSecond = error.reason === 'crash' && hasSecond && isPdf(source.bytes, source.name);
    if (isForSecond) return readAside({ ...source, skipsPdfium: true }, read);
    throw readingFailure(error, source.name, source.limits);
  }
}

/** What is asked of the process that reads a document. */
export const processRequest = ({ limits }: Source, { signal, onPage }: CutOptions) => ({
  ...limits,
  signal,
  onProgress: onPage,
});

/** What a process that had to be ended is to a user: the failure of a document. */
export function readingFailure(
  ended: ProcessEnded,
  document: string,
  { timeoutMs, maxMemoryMb }: ProcessLimits,
): PinciteError {
  if (ended.reason === 'time') {
    return new LimitExceededError(`${document} takes more than ${timeoutMs / 1000} s without progress.`, {
      hint: 'Raise loading.timeoutMs, or split the document.',
      context: { document, limit: 'timeoutMs', maximum: timeoutMs },
      cause: ended,
    });
  }
  if (ended.reason === 'memory') {
    return new LimitExceededError(`${document} takes more than ${maxMemoryMb} MB of memory to read.`, {
      hint: 'Raise loading.maxMemoryMb, or split the document.',
      context: { document, limit: 'maxMemoryMb', maximum: maxMemoryMb },
      cause: ended,
    });
  }
  if (ended.reason === 'start') {
    return new LoadError(`The process that is to read ${document} does not start.`, {
      hint: `The machine may be short of memory, or let this program start no others. For programs in one file see ${docsPage('hosts.md')}.`,
      context: { document },
      cause: ended,
    });
  }
  return new LoadError(`The process that read ${document} broke off.`, {
    hint: 'The file may be damaged. Open it in a viewer and save it anew.',
    context: { document },
    cause: ended,
  });
}
