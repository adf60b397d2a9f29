/** What a program calls first. It loads what it needs when it is called: importing the package costs little. */
import type { Config, ConfigInput, ConfigSources } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import type { KnowledgeBase, OpenOptions } from './knowledge-base.ts';
import type { RestoreOptions, RestoreResult } from './operate/maintain.ts';
import type { IngestionQueue, OpenQueueOptions } from './work/ingestion-queue.ts';
import { nodeProblem } from '../util/node-version.ts';

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
  const queues = await import('./work/ingestion-queue.ts');
  return queues.openQueue(url, options);
}

/**
 * Resolves defaults < file < environment (`PINCITE_RETRIEVAL_TOP_K=10`) < overrides. The keys of the language model and
 * of the embedding and reranking models are also read from their provider's usual variable, such as `OPENAI_API_KEY`.
 * @throws ConfigError for an unreadable file, an unknown `PINCITE_*` variable, anything `parseConfig` refuses, or a file that
 * was found and names a host to which a key of the environment would go (docs/configuration.md).
 */
export async function loadConfig(sources?: ConfigSources): Promise<Config> {
  const configuration = await import('../config/config.ts');
  return configuration.loadConfig(sources);
}

/**
 * Makes a store what a backup holds. The backup is checked first, and takes the place of what is there by one
 * renaming: whatever happens, the store is the old one or the new one.
 * @throws ConfigError for a store that is not on disk; StoreError when the backup is damaged, when the store has documents
 * and `force` is not given, or when a process has it open.
 */
export async function restoreBackup(backup: string, options?: RestoreOptions): Promise<RestoreResult> {
  const maintenance = await import('./operate/maintain.ts');
  return maintenance.restoreBackup(backup, options);
}

function checkNode(): void {
  const problem = nodeProblem();
  if (problem !== undefined) throw new ConfigError(problem, { hint: 'Install it from https://nodejs.org.' });
}
