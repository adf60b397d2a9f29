import type { ReaderTasks } from '../../src/knowledge-base/prepare/reader-tasks.ts';
import type { Readers } from '../../src/knowledge-base/prepare/shared-readers.ts';
import { ProcessPool } from '../../src/util/processes/process-pool.ts';

/** Processes that read documents, and do to some what parsers may do to hostile ones. */
export const openHostileReaders = (): Readers =>
  new ProcessPool<ReaderTasks>(() => new URL('hostile-reader-process.ts', import.meta.url), { most: 2 });

/** The document with something after its end that makes reading it do this. */
export function does(
  deed: 'loop' | 'fill' | 'abort' | 'exit' | 'abortInPdfium',
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> {
  return Buffer.concat([bytes, Buffer.from(`\n<!-- DEED:${deed} -->`)]);
}
