import { pathToFileURL } from 'node:url';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { ProcessPool } from '../../util/processes/process-pool.ts';
import type { ReaderTasks } from './reader-tasks.ts';

/** Processes that read documents. */
export type Readers = ProcessPool<ReaderTasks>;

/** Those of all knowledge bases of this program. */
export const sharedReaders: Readers = new ProcessPool(() => {
  // In a bundle of CommonJS, the code has no URL.
  const isSource = (import.meta.url as string | undefined)?.endsWith('.ts') ?? false;
  const program = isSource ? 'src/knowledge-base/prepare/reader-process.ts' : 'dist/reader-process.mjs';
  return pathToFileURL(fileOfPackage(program));
});
