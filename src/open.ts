/** Opening, which loads what it needs when it is called: importing the package costs little. */
import type { ConfigInput } from './config.ts';
import { ConfigError } from './errors.ts';
import type { KnowledgeBase, OpenOptions } from './knowledge-base.ts';
import type { IngestionQueue, OpenQueueOptions } from './knowledge-base/work/ingestion-queue.ts';
import { nodeProblem } from './util/node-version.ts';

/**
 * Opens a knowledge base; everything has a default (`sqlite:./.pincite`, the built-in embedder). A store that is not
 * there is made, unless `create` is false.
 * Reads neither files nor the environment: pass what `loadConfig` gives for that.
 * @throws ConfigError that lists every problem at once, in `context.problems` too: of the configuration, or of the parts, of which none
 * stays open; a part's own error where one alone cannot be opened, such as a StoreError; the signal's reason.
 */
export async function openKnowledgeBase(config?: ConfigInput, options?: OpenOptions): Promise<KnowledgeBase> {
  checkNode();
  const library = await import('./knowledge-base.ts');
  return library.openKnowledgeBase(config, options);
}

/**
 * Opens a queue, and makes it where there is none.
 * @param url `sqlite:<folder>`, which processes of one machine may share, `sqlite::memory:` for this process alone, or
 * `postgres://user:password@host:5432/database`; it may be that of a store.
 * @throws ConfigError for a URL that is none, or where pg-boss is not installed; StoreError when the folder cannot be used or
 * the server does not answer.
 */
export async function openQueue(url: string, options?: OpenQueueOptions): Promise<IngestionQueue> {
  checkNode();
  const queues = await import('./knowledge-base/work/ingestion-queue.ts');
  return queues.openQueue(url, options);
}

function checkNode(): void {
  const problem = nodeProblem();
  if (problem !== undefined) throw new ConfigError(problem, { hint: 'Install it from https://nodejs.org.' });
}
