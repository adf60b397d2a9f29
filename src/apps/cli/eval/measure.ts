import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
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
import { paint } from '../paint.ts';
import { createProgressBar } from '../progress.ts';
import { printJson, printLines, withKnowledgeBase } from '../session.ts';
import { checkWritable } from '../write-file.ts';
import { parseCompare } from './compare-option.ts';
import { describeResults } from './describe-results.ts';
import type { EvalFlags } from './eval-flags.ts';
import { makeRunFolder, writeReport, writeRuns } from './write-results.ts';

/** Evaluates what the flags name, and prints, writes and checks what they ask for. */
export async function measure(path: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const configurations = configurationsOf(options);
  const dataset = await loadDataset(path, options);
  const gate = options.gate === undefined ? [] : await parseGate(await readInput(options.gate), options.gate);
  await checkTargets(options);
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

/** Before anything is measured. */
async function checkTargets({ report, runDir }: EvalFlags): Promise<void> {
  if (report !== undefined) await checkWritable(report);
  if (runDir !== undefined) await makeRunFolder(runDir);
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

/** Prints what was measured, then writes it; a limit that is not met makes the exit code 1. */
async function deliver(
  result: EvaluationResult,
  options: EvalFlags,
  gate: readonly GateLimit[],
): Promise<void> {
  const { configurations } = result;
  if (options.json) printJson({ configurations });
  else printLines(describeResults(result));
  if (options.runDir !== undefined) await writeRuns(options.runDir, result);
  if (options.report !== undefined) await writeReport(options.report, result);
  const failures = checkGate(gate, configurations);
  for (const failure of failures) process.stderr.write(`${paint.red('Gate:')} ${failure}\n`);
  if (failures.length > 0) process.exitCode = 1;
  else if (gate.length > 0 && !options.json) printLines([paint.green(`All ${gate.length} limits are met.`)]);
}
