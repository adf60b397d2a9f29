import { crawl } from '../../load/crawl/crawl.ts';
import type { PageFacts } from '../../load/crawl/page-facts.ts';
import type { Fetched } from '../../load/source/fetch-url.ts';
import type { SourceContent } from '../../load/source/read-source.ts';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { CheckedInput } from './inputs.ts';
import type { Parts } from '../parts/parts.ts';
import { readingFailure } from '../prepare/readers.ts';
import { webAccess } from './web-access.ts';

interface OpenedInput {
  readonly input: CheckedInput;
  /** Inputs in all, as far as is known: a crawl finds more of them. */
  readonly total: number;
}

interface OpenOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onNote: (note: string) => void;
}

/** Inputs one by one; one that is to be crawled becomes the pages of its site, as they are downloaded. */
export async function* openInputs(
  parts: Parts,
  inputs: readonly CheckedInput[],
  { signal, onNote }: OpenOptions,
): AsyncGenerator<OpenedInput, void> {
  const { config } = parts;
  let total = inputs.length;
  for (const { crawl: options, ...input } of inputs) {
    if (options === undefined) {
      yield { input, total };
      continue;
    }
    const others = total - 1;
    const factsOf = (page: Fetched) => factsAside(parts, page, signal);
    const access = { ...webAccess(config), maxBytes: config.loading.maxBytes, signal, factsOf };
    for await (const event of crawl(String(input.source), options, access)) {
      if (event.kind === 'note') {
        onNote(event.text);
        continue;
      }
      total = others + Math.min(event.known, options.maxPages);
      yield event.kind === 'page'
        ? { input: { ...input, source: event.page.url, read: sourceOf(event.page) }, total }
        : { input: { ...input, source: event.url, read: event.error }, total };
    }
  }
}

/** Reads what a page says in a process that reads documents. */
async function factsAside(
  { config: { loading }, readers }: Parts,
  page: Fetched,
  signal?: AbortSignal,
): Promise<PageFacts> {
  try {
    return await readers.run('facts', page, { ...loading, signal });
  } catch (error) {
    throw error instanceof ProcessEnded ? readingFailure(error, page.url, loading) : error;
  }
}

function sourceOf({ bytes, url, contentType }: Fetched): SourceContent {
  return { bytes, name: url, sourcePath: url, url, ...(contentType ? { contentType } : {}) };
}
