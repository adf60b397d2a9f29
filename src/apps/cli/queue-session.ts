/** What commands on a queue do around their own work. */
import type { ConfigInput, IngestionQueue } from '../../index.ts';
import { interruptible, resolveConfig, type SessionOptions } from './session.ts';

export interface QueueOptions extends SessionOptions {
  /** What the configuration says unless a URL is given. */
  readonly queue?: string | true;
}

/** The configuration with the queue of the flag in it. */
export function resolveQueueConfig({ queue, ...options }: QueueOptions, overrides: ConfigInput = {}) {
  return resolveConfig(options, { ...overrides, queue: queue === true ? undefined : queue });
}

/** @throws ConfigError where no queue is named; what opening one throws. */
export async function openConfiguredQueue({ queue }: ConfigInput): Promise<IngestionQueue> {
  const { ConfigError, openQueue } = await import('../../index.ts');
  if (queue !== undefined) return openQueue(queue);
  throw new ConfigError('No queue is named', {
    hint: 'Write --queue sqlite:./.pincite (that of `pincite serve` is in the folder of the store) or --queue postgres://user@host/database, or set PINCITE_QUEUE.',
  });
}

/** Opens the queue, runs the work, and closes it whatever happens. Ctrl-C aborts the signal. */
export async function withQueue(
  options: QueueOptions,
  work: (queue: IngestionQueue, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await using queue = await openConfiguredQueue(await resolveQueueConfig(options));
  await interruptible((signal) => work(queue, signal));
}
