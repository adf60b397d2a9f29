import { Option, type Command } from 'commander';
import type { IngestionQueue, KnowledgeBase, WorkProgress, WorkResponse } from '../../../../index.ts';
import { describeFailure } from '../../print/describe-failures.ts';
import { flags } from '../../options/flags.ts';
import { displayPath, formatCount, plural } from '../../terminal/layout.ts';
import { loadingOverrides, type LoadingFlags } from '../../options/overrides.ts';
import { note, paint } from '../../terminal/paint.ts';
import { createProgressBar, type ProgressBar } from '../../terminal/progress.ts';
import { openConfiguredQueue, resolveQueueConfig, type QueueOptions } from '../../queue-session.ts';
import { Interrupted } from '../../report-error.ts';
import {
  createStoreCommand,
  interruptible,
  openConfigured,
  printJsonLine,
  printLines,
  printNotes,
} from '../../session.ts';
import { docsPage } from '../../../../util/strings/docs-page.ts';

interface WorkerFlags extends QueueOptions, LoadingFlags {
  readonly concurrency?: number;
  readonly drain?: boolean;
}

/** How often the number of sources that are left is asked for, while a person watches. */
const lookEveryMs = 2000;

export function workerCommand(): Command {
  return createStoreCommand('worker', 'add what others have put into a queue', [
    flags.queue,
    flags.concurrency,
    new Option('--drain', 'end when nothing is left to do, here or at other workers'),
    flags.ocr,
    flags.ocrLanguages,
  ])
    .helpAfter(`
Run as many as you like, on any machine that sees the files by the same paths. What a killed worker was at is done by another
in about a minute; nothing is added twice. Ctrl-C gives back what is under way. See ${docsPage('scale.md')}.

Examples:
  pincite add scans/ --queue sqlite:./.pincite && pincite worker --queue sqlite:./.pincite --drain
  pincite add scans/ --queue postgres://db.example.com/library
  pincite worker --queue postgres://db.example.com/library --store postgres://db.example.com/library
  pincite worker --queue postgres://db.example.com/library --store qdrants://:key@db.example.com --drain
  PINCITE_QUEUE=postgres://db.example.com/library PINCITE_STORE=sqlite:./library pincite worker`)
    .action(runWorker);
}

async function runWorker(flagged: WorkerFlags): Promise<void> {
  const options = { ...flagged, collection: 'default' };
  const config = await resolveQueueConfig(options, loadingOverrides(options));
  await using queue = await openConfiguredQueue(config);
  await using kb = await openConfigured(config);
  printNotes(describePlaces(kb, queue, flagged));
  await interruptible((signal) => workWithProgress(kb, queue, { ...flagged, signal }));
}

const usualStore = 'sqlite:./.pincite';

function describePlaces({ config }: KnowledgeBase, queue: IngestionQueue, { store }: WorkerFlags): string[] {
  const places = paint.dim(`Reads the queue ${queue.location}, adds to ${withoutUser(config.store)}`);
  if (store !== undefined || config.store !== usualStore) return [places];
  return [
    places,
    note('No store is named: documents go to the folder .pincite of this machine.'),
    paint.dim('  Name one for all with --store or PINCITE_STORE, such as that of the queue.'),
  ];
}

const withoutUser = (url: string) => url.replace(/\/\/[^/@]*@/, '//');

type Working = WorkerFlags & { readonly signal: AbortSignal };

async function workWithProgress(kb: KnowledgeBase, queue: IngestionQueue, options: Working): Promise<void> {
  const { concurrency, drain, json, signal } = options;
  const report = reportOver(queue, json === true);
  let done = 0;
  try {
    const response = await kb.work(queue, {
      concurrency,
      drain,
      signal,
      onProgress: (event) => {
        if (event.kind === 'done') done += 1;
        report.show(event);
      },
    });
    report.end();
    if (json) printJsonLine({ kind: 'end', ...response });
    else printLines([...summarise(response), ...hintToAdapt(kb, response)]);
    if (response.sourcesFailed > 0) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      `Stopped. ${plural(done, 'source')} done; what was under way waits for a worker again.`,
    );
  } finally {
    report.end();
  }
}

interface Report {
  show(event: WorkProgress): void;
  end(): void;
}

/** A bar with what failed above it where a person watches, else a line a source: words, or JSON. */
function reportOver(queue: IngestionQueue, json: boolean): Report {
  if (json) return { show: printJsonLine, end: () => {} };
  if (process.stderr.isTTY !== true) return { show: (event) => printLines(describe(event)), end: () => {} };
  return watchedReport(queue, createProgressBar());
}

function watchedReport(queue: IngestionQueue, bar: ProgressBar): Report {
  let [ended, left] = [0, 0];
  const look = async () => {
    const status = await queue.status({ limit: 0 }).catch(() => undefined); // the worker tells of a queue that is gone
    if (status) left = status.waiting + status.retrying + status.active;
  };
  void look();
  const looking = setInterval(() => void look(), lookEveryMs);
  return {
    show(event) {
      if (event.kind === 'failed' || event.kind === 'waiting') {
        bar.stop();
        printNotes(describe(event));
      }
      if (event.kind === 'waiting') return;
      if (event.kind !== 'start') ended += 1;
      const label = `${formatCount(ended)} done, ${formatCount(left)} left`;
      bar.update(ended / Math.max(1, ended + left), label, displayPath(event.source));
    },
    end() {
      clearInterval(looking);
      bar.stop();
    },
  };
}

function describe(event: WorkProgress): string[] {
  if (event.kind === 'start') return [];
  if (event.kind === 'waiting') return [`${paint.yellow('Waiting:')} ${event.error.message}`];
  if (event.kind === 'done') {
    const name = displayPath(event.source);
    return [
      event.documentsStored > 0 ? `Added: ${name} (${plural(event.chunks, 'chunk')})` : `Unchanged: ${name}`,
    ];
  }
  const { message, hint } = event.error;
  const mark = event.again ? paint.yellow('To be tried again:') : paint.red('Failed:');
  return [`${mark} ${describeFailure(event.source, message)}${hint === undefined ? '' : ` ${hint}`}`];
}

function summarise(response: WorkResponse): string[] {
  const { documentsInserted, documentsReplaced, documentsSkipped, sourcesFailed, totalChunks } = response;
  const counts = [
    [documentsInserted, 'added'],
    [documentsReplaced, 'replaced'],
    [documentsSkipped, 'unchanged'],
    [sourcesFailed, 'failed'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, name]) => `${formatCount(count)} ${name}`);
  return [
    `Nothing is left: ${parts.join(', ') || 'nothing was done here'} (${plural(totalChunks, 'chunk')})`,
    ...(sourcesFailed > 0 ? [paint.dim('  `pincite queue` says what failed.')] : []),
  ];
}

/** Workers would adapt to what happens to be there. */
function hintToAdapt(
  { config: { embedding } }: KnowledgeBase,
  { documentsInserted, documentsReplaced }: WorkResponse,
): string[] {
  const isAdaptable = embedding.model === 'built-in' && embedding.adapt !== 'off';
  if (!isAdaptable || documentsInserted + documentsReplaced === 0) return [];
  return [paint.dim('  Workers adapt no embedding model: when all is added, `pincite adapt` does.')];
}
