import type { DocumentInput, EnqueueResponse, Metadata } from '../../index.ts';
import { chunkingOverrides, type ChunkingFlags, type LoadingFlags } from './options/overrides.ts';
import { describeFailures } from './print/describe-failures.ts';
import { describeNotes } from './print/describe-notes.ts';
import { formatCount, plural } from './terminal/layout.ts';
import { paint } from './terminal/paint.ts';
import { withQueue, type QueueOptions } from './queue-session.ts';
import { printJson, printLines } from './session.ts';

interface EnqueueFlags extends QueueOptions, ChunkingFlags, LoadingFlags {
  readonly meta?: Metadata;
  readonly force?: boolean;
  readonly keepVersions?: boolean;
}

/** Notes what is to be added, for workers. */
export async function enqueue(inputs: readonly DocumentInput[], options: EnqueueFlags): Promise<void> {
  await refuseLoadingFlags(options);
  const { collection, meta: metadata, force, keepVersions } = options;
  const { chunking } = chunkingOverrides(options);
  await withQueue(options, async (queue, signal) => {
    const jobs = inputs.map((input) => ({ ...input, chunking }));
    const response = await queue.enqueue(jobs, { collection, metadata, force, keepVersions, signal });
    if (options.json) printJson(response);
    else printLines(describe(response, collection));
    if (!response.success) process.exitCode = 1;
  });
}

async function refuseLoadingFlags({ ocr, ocrLanguages }: LoadingFlags): Promise<void> {
  if (ocr === undefined && ocrLanguages === undefined) return;
  const { ConfigError } = await import('../../index.ts');
  throw new ConfigError('--ocr and --ocr-languages cannot be used with --queue', {
    hint: 'Leave --ocr and --ocr-languages out here, and give them to `pincite worker`.',
  });
}

function describe(response: EnqueueResponse, collection: string): string[] {
  const { queued, alreadyWaiting, errors, warnings } = response;
  const waiting = alreadyWaiting > 0 ? [`${formatCount(alreadyWaiting)} waiting already`] : [];
  const failed = errors.length > 0 ? [paint.red(`${formatCount(errors.length)} failed`)] : [];
  const counts = [
    paint.green(`${plural(queued, 'source')} queued for "${collection}"`),
    ...waiting,
    ...failed,
  ];
  return [...describeNotes(warnings), ...describeFailures(errors), counts.join(', ')];
}
