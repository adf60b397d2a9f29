import { crawl } from '../load/crawl/crawl.ts';
import type { Fetched } from '../load/fetch-url.ts';
import type { SourceContent } from '../load/read-source.ts';
import type { CheckedInput } from './inputs.ts';
import type { Parts } from './parts.ts';
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
  { config }: Parts,
  inputs: readonly CheckedInput[],
  { signal, onNote }: OpenOptions,
): AsyncGenerator<OpenedInput, void> {
  let total = inputs.length;
  for (const { crawl: options, ...input } of inputs) {
    if (options === undefined) {
      yield { input, total };
      continue;
    }
    const others = total - 1;
    const access = { ...webAccess(config), maxBytes: config.loading.maxBytes, signal };
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

function sourceOf({ bytes, url, contentType }: Fetched): SourceContent {
  return { bytes, name: url, sourcePath: url, url, ...(contentType ? { contentType } : {}) };
}
