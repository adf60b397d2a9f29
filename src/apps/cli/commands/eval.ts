import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { Option, type Command } from 'commander';
import { ConfigError, type ConfigInput, type EvaluateOptions, type KnowledgeBase } from '../../../index.ts';
import {
  checkGate,
  configurationFromRun,
  defaultMetrics,
  loadDataset,
  parseGate,
  parseRun,
  type EvaluationDataset,
  type EvaluationResult,
  type GateLimit,
} from '../../../evaluate/index.ts';
import { compareKeys, parseCompare } from '../eval/compare-option.ts';
import { describeResults } from '../eval/describe-results.ts';
import { writeQuerySet } from '../eval/init.ts';
import { labelQueries } from '../eval/label.ts';
import { writeReport, writeRuns } from '../eval/write-results.ts';
import { flags } from '../flags.ts';
import { paint } from '../paint.ts';
import { createProgressBar } from '../progress.ts';
import { createCommand, printJson, printLines, withKnowledgeBase, type SessionOptions } from '../session.ts';

interface EvalFlags extends SessionOptions {
  readonly init?: boolean;
  readonly force?: boolean;
  readonly label?: boolean;
  readonly chunks?: boolean;
  readonly compare?: string[];
  readonly metrics?: string;
  readonly run?: string[];
  readonly runDir?: string;
  readonly report?: string;
  readonly gate?: string;
  readonly split?: string;
  readonly documents?: string[];
  readonly answers?: boolean;
  readonly depth?: number;
  readonly seed?: number;
  readonly where?: unknown;
  readonly mode?: 'full' | 'hybrid' | 'vector' | 'fast' | 'keyword';
}

export function evalCommand(): Command {
  return createCommand('eval', 'measure retrieval over queries with known answers', [
    flags.compare(),
    flags.metrics(),
    flags.gate(),
    flags.report(),
    flags.runDir(),
    flags.run(),
    flags.documents(),
    flags.answers(),
    flags.split(),
    flags.depth(),
    flags.seed(),
    flags.mode(),
    flags.where(),
    new Option('--init', 'write a query set to start from, drafted from the collection'),
    new Option('--label', 'grade what is found for each query, and write the grades into the query set'),
    new Option('--chunks', 'with --label: grade chunks instead of documents'),
    new Option('--force', 'with --init: replace the file'),
  ])
    .argument('<dataset>', 'YAML file of queries, or a folder (BEIR, FinanceBench, LegalBench-RAG, …)')
    .addHelpText(
      'after',
      `
A dataset that brings its documents has them indexed in a temporary store, or in --collection to keep them for the
next time. Keys of --compare: ${compareKeys.join(', ')}.

Examples:
  pincite eval --init queries.yaml
  pincite eval queries.yaml --label
  pincite eval queries.yaml --compare keyword:mode=keyword --compare hybrid:mode=hybrid,vectorWeight=0.3
  pincite eval queries.yaml --documents contracts/ --compare 512:chunkSize=512 --compare 256:chunkSize=256
  pincite eval beir/scifact --collection scifact --report report.html --run-dir runs/
  pincite eval queries.yaml --gate thresholds.yaml --json`,
    )
    .action((dataset: string, options: EvalFlags, command: Command) => {
      const named = command.getOptionValueSource('collection') === 'cli' ? options.collection : undefined;
      if (options.init) return init(dataset, options);
      if (options.label) return label(dataset, options, named);
      return evaluate(dataset, options, named);
    });
}

async function init(file: string, options: EvalFlags): Promise<void> {
  await withKnowledgeBase(options, async (kb) => printLines(await writeQuerySet(kb, file, options)));
}

async function label(file: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const { collection = options.collection } = await loadDataset(file);
  const { chunks = false, depth = 10 } = options;
  await withKnowledgeBase(options, (kb, signal) =>
    labelQueries(kb, file, { collection: named ?? collection, chunks, depth, signal }),
  );
}

async function evaluate(path: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const configurations = configurationsOf(options);
  const dataset = await loadDataset(path, options);
  const gate = options.gate === undefined ? [] : await parseGate(await readInput(options.gate), options.gate);
  const request: EvaluateOptions = {
    configurations,
    others: await Promise.all((options.run ?? []).map(readRun)),
    collection: named,
    documents: options.documents,
    metrics: metricsOf(options, dataset, gate),
    answers: options.answers,
    depth: options.depth,
    seed: options.seed,
  };
  const isTemporary =
    (dataset.documents ?? options.documents) !== undefined &&
    named === undefined &&
    options.store === undefined;
  await inStore(isTemporary, (overrides) =>
    withKnowledgeBase(
      options,
      async (kb, signal) => {
        const result = await evaluateWithProgress(kb, dataset, { ...request, signal });
        await deliver(result, options, gate);
      },
      overrides,
    ),
  );
}

function configurationsOf({ compare, mode, where: filter }: EvalFlags): EvaluateOptions['configurations'] {
  const given = compare?.map(parseCompare) ?? [{ name: mode ?? 'default' }];
  return given.map((one) => ({ ...one, retrieve: { mode, filter, ...one.retrieve } }));
}

/** The metrics asked for, or those that fit the dataset; in any case those that the gate looks at. */
function metricsOf(
  { metrics, answers }: EvalFlags,
  dataset: EvaluationDataset,
  gate: readonly GateLimit[],
): string[] {
  const named = metrics?.split(',').map((name) => name.trim()) ?? defaultMetrics(dataset, { answers });
  const looked = gate.map(({ name }) => name).filter((name) => !name.startsWith('latencyMs.'));
  return [...new Set([...named, ...looked])];
}

async function readRun(argument: string) {
  const [, name, file = argument] = /^([^=]+)=(.+)$/s.exec(argument) ?? [];
  return configurationFromRun(name ?? basename(file, extname(file)), parseRun(await readInput(file), file));
}

async function readInput(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new ConfigError(`Cannot read ${file}: ${(cause as Error).message}`, {
      hint: 'Check the path.',
      cause,
    });
  }
}

/** Runs the work in the store that is configured, or in one that is thrown away. */
async function inStore(isTemporary: boolean, work: (overrides: ConfigInput) => Promise<void>): Promise<void> {
  if (!isTemporary) return work({});
  const folder = await mkdtemp(join(tmpdir(), 'pincite-eval-'));
  try {
    await work({ store: `sqlite:${folder}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function evaluateWithProgress(
  kb: KnowledgeBase,
  dataset: EvaluationDataset,
  request: EvaluateOptions,
): Promise<EvaluationResult> {
  const bars = { document: createProgressBar(), query: createProgressBar() };
  const labels = { document: 'documents', query: 'queries' };
  try {
    return await kb.evaluate(dataset, {
      ...request,
      onProgress: ({ kind, done, total }) =>
        bars[kind].update(done / total, `${labels[kind]} ${done}/${total}`),
    });
  } finally {
    bars.query.stop();
  }
}

/** Prints and writes what was measured; a limit that is not met makes the exit code 1. */
async function deliver(
  result: EvaluationResult,
  options: EvalFlags,
  gate: readonly GateLimit[],
): Promise<void> {
  if (options.runDir !== undefined) await writeRuns(options.runDir, result);
  if (options.report !== undefined) await writeReport(options.report, result);
  const { configurations } = result;
  if (options.json) printJson({ configurations });
  else printLines(describeResults(result));
  const failures = checkGate(gate, configurations);
  for (const failure of failures) process.stderr.write(`${paint.red('Gate:')} ${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
  else if (gate.length > 0 && !options.json) printLines([paint.green(`All ${gate.length} limits are met.`)]);
}
