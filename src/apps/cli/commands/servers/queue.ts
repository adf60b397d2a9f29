import { Option, type Command } from 'commander';
import type { QueueStatus } from '../../../../index.ts';
import { describeFailures } from '../../print/describe-failures.ts';
import { flags } from '../../options/flags.ts';
import { formatCount, plural } from '../../terminal/layout.ts';
import { withQueue, type QueueOptions } from '../../queue-session.ts';
import { createStoreCommand, printJson, printLines } from '../../session.ts';

interface QueueFlags extends QueueOptions {
  readonly retryFailed?: boolean;
}

export function queueCommand(): Command {
  return createStoreCommand('queue', 'say what is left to workers, and what failed', [
    flags.queue,
    new Option('--retry-failed', 'queue what failed for good anew'),
  ])
    .helpAfter(`
A source that fails is tried again, up to five times and later each time; then it is listed here with what went wrong.

Examples:
  pincite queue --queue sqlite:./.pincite
  pincite queue --queue postgres://db.example.com/library
  PINCITE_QUEUE=postgres://db.example.com/library pincite queue --retry-failed`)
    .action(showQueue);
}

async function showQueue(options: QueueFlags): Promise<void> {
  await withQueue({ ...options, collection: 'default' }, async (queue) => {
    const requeued = options.retryFailed ? await queue.retryFailed() : undefined;
    const status = await queue.status();
    if (options.json) return printJson(requeued === undefined ? status : { requeued, ...status });
    const again = requeued === undefined ? [] : [`${plural(requeued, 'source')} queued anew.`];
    printLines([...again, ...describe(status)]);
  });
}

function describe({ waiting, active, retrying, failed, failures }: QueueStatus): string[] {
  const counts = { waiting, active, retrying, failed };
  const parts = Object.entries(counts).map(([name, count]) => `${formatCount(count)} ${name}`);
  const more = failed - failures.length;
  return [
    parts.join(', '),
    ...describeFailures(failures),
    ...(more > 0 ? [`… and ${formatCount(more)} more that failed before.`] : []),
  ];
}
