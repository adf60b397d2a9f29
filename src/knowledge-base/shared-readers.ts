import { ProcessPool } from '../util/processes/process-pool.ts';
import type { ReaderTasks } from './reader-process.ts';

const isBuilt = !import.meta.url.endsWith('.ts');

/** Processes that read documents. */
export type Readers = ProcessPool<ReaderTasks>;

/** Those of all knowledge bases of this program. */
export const sharedReaders: Readers = new ProcessPool(
  new URL(`reader-process.${isBuilt ? 'mjs' : 'ts'}`, import.meta.url),
);
