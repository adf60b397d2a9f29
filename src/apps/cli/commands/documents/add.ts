import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import {
  ConfigError,
  type AddResponse,
  type DocumentInput,
  type EnqueueResponse,
  type KnowledgeBase,
  type Metadata,
} from '../../../../index.ts';
import { crawlOptions, type CrawlFlags } from '../../options/crawl-options.ts';
import {
  chunkingOverrides,
  loadingOverrides,
  type SourceFlags,
  type ChunkingFlags,
  type LoadingFlags,
} from '../../options/overrides.ts';
import { flags, sourceFlags } from '../../options/flags.ts';
import { describeWriting } from '../../print/describe-writing.ts';
import { finishAdapting } from '../../finish-adapting.ts';
import { describeFailures, describeNotes } from '../../print/describe-failures.ts';
import { formatCount, plural } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { showAdding } from '../../print/stored-so-far.ts';
import {
  createCommand,
  jsonOf,
  printJson,
  printLines,
  withKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';
import { withQueue, type QueueOptions } from '../../queue-session.ts';

interface AddFlags extends SessionOptions, SourceFlags, CrawlFlags {
  readonly chunkMethod?: string;
  readonly chunkSize?: number;
  readonly overlap?: number;
  readonly summaries?: boolean;
  readonly force?: boolean;
  readonly keepVersions?: boolean;
  /** True without a URL. */
  readonly queue?: string | true;
}

export function addCommand(): Command {
  return createCommand('add', 'add files, folders or URLs to a collection', [
    ...sourceFlags,
    flags.chunkMethod,
    flags.chunkSize,
    flags.overlap,
    flags.summaries,
    flags.force,
    flags.keepVersions,
    flags.toQueue,
    flags.crawl,
    flags.crawlDepth,
    flags.maxPages,
    flags.sitemap,
    flags.include,
    flags.exclude,
    flags.delay,
  ])
    .argument('<sources...>', 'files, folders, URLs, patterns in quotes, or - for the standard input')
    .helpAfter(`
A document that has not changed since it was added is skipped; one that has changed, or is to be cut or read in another
way, is replaced. A pattern in quotes ('docs/*.txt', 'docs/**/*.md') stands for what it matches. What comes on the
standard input is the document stdin, which the next that comes there replaces.

Examples:
  pincite add contracts/ --meta client=acme --tag signed
  pincite add secret.pdf --password "open sesame"
  pincite add https://example.com/report.html --collection web
  pincite add https://example.com/docs/ --crawl --depth 3 --exclude '/docs/v1/**'
  pincite add https://example.com/ --crawl --sitemap --max-pages 500
  curl -s https://example.com/report.pdf | pincite add -
  pincite add scans/ --queue postgres://db.example.com/library`)
    .action(add);
}

async function add(named: string[], options: AddFlags): Promise<void> {
  const { expandPatterns, standardInput } = await import('../../sources.ts'); // `--help` need not wait for it
  const sources = await expandPatterns(named);
  if (options.queue !== undefined) {
    if (sources.includes(standardInput)) {
      throw new ConfigError('The standard input cannot be left to a queue', {
        hint: 'Leave --queue out, or write it into a file and add that.',
      });
    }
    return enqueue(inputsOf(sources, options), { ...options, method: options.chunkMethod });
  }
  const store = sources.some(mayBeThere) ? options.store : nowhere;
  await withKnowledgeBase(
    { ...options, store },
    async (kb, signal) => {
      const response = await addWithProgress(kb, sources, { options, signal });
      if (options.json) printJson(await jsonOf(response, options, ({ toLeanAdd }) => toLeanAdd));
      else printLines(summarise(response));
      if (!response.success) process.exitCode = 1;
      if (response.adapting) await finishAdapting(kb, { ...options, signal });
    },
    { ...chunkingOverrides({ method: options.chunkMethod, ...options }), ...loadingOverrides(options) },
  );
}

/** Where names that are all mistyped fail, so that no folder is made for them. */
const nowhere = 'sqlite::memory:';

const mayBeThere = (source: string) =>
  source === '-' ? !process.stdin.isTTY : source.includes('://') || existsSync(source);

function inputsOf(sources: readonly string[], options: AddFlags): DocumentInput[] {
  const crawl = crawlOptions(options);
  const { tag: tags, project, type, password } = options;
  return sources.map((source) => ({ source, tags, project, type, password, crawl }));
}

/** The same with what comes on the standard input in place of `-`. */
async function inputsWithStandardInput(
  kb: KnowledgeBase,
  sources: readonly string[],
  options: AddFlags,
): Promise<DocumentInput[]> {
  const { readStandardInput, standardInput } = await import('../../sources.ts');
  const read = sources.includes(standardInput) ? await readStandardInput(kb.config.loading.maxBytes) : {};
  return inputsOf(sources, options).map((input) =>
    input.source === standardInput ? { ...input, ...read } : input,
  );
}

async function addWithProgress(
  kb: KnowledgeBase,
  sources: readonly string[],
  { options, signal }: { options: AddFlags; signal: AbortSignal },
): Promise<AddResponse> {
  const inputs = await inputsWithStandardInput(kb, sources, options);
  const { collection, meta: metadata, force, keepVersions } = options;
  const returnChunks = options['json=full'] === true;
  return showAdding((onProgress) =>
    kb.addDocuments(inputs, { collection, metadata, force, keepVersions, returnChunks, signal, onProgress }),
  );
}

function summarise(response: AddResponse): string[] {
  const { documentsInserted, documentsReplaced, documentsSkipped, errors, warnings, stats } = response;
  const seconds = stats.elapsedMs / 1000;
  const counts = [
    documentsInserted > 0 && paint.green(`${formatCount(documentsInserted)} added`),
    documentsReplaced > 0 && paint.green(`${formatCount(documentsReplaced)} replaced`),
    documentsSkipped > 0 && `${formatCount(documentsSkipped)} unchanged`,
    errors.length > 0 && paint.red(`${formatCount(errors.length)} failed`),
  ].filter((part) => part !== false);
  return [
    ...describeNotes(warnings),
    ...describeFailures(errors),
    `${counts.join(', ') || 'Nothing to add'} (${describePagesOf(response)}${plural(response.totalChunks, 'chunk')}, ${seconds.toFixed(1)} s)`,
    ...describeWriting(response),
  ];
}

/** In how many of the documents they are, where others have none. */
function describePagesOf({ documentsInserted, documentsReplaced, stats }: AddResponse): string {
  const { pages, documentsWithPages } = stats;
  if (pages === 0) return '';
  const isAll = documentsWithPages === documentsInserted + documentsReplaced;
  return `${plural(pages, 'page')}${isAll ? '' : ` in ${formatCount(documentsWithPages)} of them`}, `;
}

interface EnqueueFlags extends QueueOptions, ChunkingFlags, LoadingFlags {
  readonly meta?: Metadata;
  readonly force?: boolean;
  readonly keepVersions?: boolean;
}

/** Notes what is to be added, for workers. */
async function enqueue(inputs: readonly DocumentInput[], options: EnqueueFlags): Promise<void> {
  refuseLoadingFlags(options);
  const { collection, meta: metadata, force, keepVersions } = options;
  const { chunking } = chunkingOverrides(options);
  await withQueue(options, async (queue, signal) => {
    const jobs = inputs.map((input) => ({ ...input, chunking }));
    const response = await queue.enqueue(jobs, { collection, metadata, force, keepVersions, signal });
    if (options.json) printJson(response);
    else printLines(describeQueued(response, collection));
    if (!response.success) process.exitCode = 1;
  });
}

function refuseLoadingFlags({ ocr, ocrLanguages }: LoadingFlags): void {
  if (ocr === undefined && ocrLanguages === undefined) return;
  throw new ConfigError('--ocr and --ocr-languages cannot be used with --queue', {
    hint: 'Leave --ocr and --ocr-languages out here, and give them to `pincite worker`.',
  });
}

function describeQueued(response: EnqueueResponse, collection: string): string[] {
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
