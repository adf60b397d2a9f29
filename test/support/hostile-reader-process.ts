/** A process that reads documents as others do, except for what `does` says of them. */
import { cutDocument, type CutRequest } from '../../src/knowledge-base/prepare/cut.ts';
import { serve, type TaskOptions } from '../../src/util/processes/serve.ts';

const deeds: Readonly<Record<string, (request: CutRequest) => void>> = {
  loop: () => {
    for (;;) Math.random();
  },
  fill: () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(2 ** 20).fill(1));
  },
  abort: () => process.abort(),
  exit: () => process.exit(0),
  abortInPdfium: ({ source }) => {
    if (!source.skipsPdfium) process.abort();
  },
};

serve({
  cut: (request: CutRequest, { signal, onProgress }: TaskOptions) => {
    const text = Buffer.from(request.source.bytes).toString('latin1');
    const [, deed = ''] = /DEED:(\w+)/.exec(text) ?? [];
    deeds[deed]?.(request);
    return cutDocument(request, { signal, onPage: onProgress });
  },
});
