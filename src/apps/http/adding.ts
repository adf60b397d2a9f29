/** The worker of the server: adds what the queue holds, beside any other worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestionQueue, KnowledgeBase } from '../../index.ts';
import type { Log } from './log.ts';

interface AddingOptions {
  /** Documents at once; 0 for none. */
  readonly workers: number;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Between two attempts to go on after a failure that would have failed every job. */
const pauseMs = 5_000;

/** Works until the signal is aborted, which gives back what is under way; a store that is away is waited for. */
export async function addQueued(
  kb: Pick<KnowledgeBase, 'work'>,
  queue: IngestionQueue,
  { workers: concurrency, log, signal }: AddingOptions,
): Promise<void> {
  if (concurrency === 0) return;
  while (!signal.aborted) {
    try {
      await kb.work(queue, {
        concurrency,
        signal,
        onProgress: (event) => {
          if (event.kind === 'failed')
            log('warn', 'a source failed', { code: event.error.code, again: event.again });
          if (event.kind === 'waiting') log('warn', 'waiting for the store or the queue');
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      log('error', 'adding has stopped, and is tried again', { error: (error as Error).message });
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
