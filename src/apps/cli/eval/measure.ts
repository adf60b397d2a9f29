import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { ConfigError, type EvaluateOptions, maskText } from '../../../index.ts';
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
  type ConfigurationResult,
  formatQrels,
  formatRun,
  renderReport,
} from '../../../evaluate/index.ts';
import { paint, note } from '../terminal/paint.ts';
import { printJson, printLines, printNotes } from '../session.ts';
import { checkWritable, unwritable, writeNamedFile } from '../terminal/write-file.ts';
import { parseCompares } from './compare-option.ts';
import type { EvalFlags } from './eval-flags.ts';
import { withEvaluatedStore } from './evaluated-store.ts';
import { foldedTable, formatCount, quoteForShell } from '../terminal/layout.ts';
import { fixed, probability, signed } from './numbers.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';

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
  await withEvaluatedStore({ dataset, options, named }, async (kb, run) => {
    const result = await run((running) => kb.evaluate(dataset, { ...request, ...running }));
    await deliver(result, options, gate);
  });
}

/** Before anything is measured. */
async function checkTargets({ report, runDir }: EvalFlags): Promise<void> {
  if (report !== undefined) await checkWritable(report);
  if (runDir !== undefined) await makeRunFolder(runDir);
}

function configurationsOf({
  compare,
  run,
  mode,
  where: filter,
}: EvalFlags): EvaluateOptions['configurations'] {
  const given = compare === undefined ? [{ name: mode ?? 'default' }] : parseCompares(compare, run);
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
  printNotes(failures.map((failure) => `${paint.red('Gate:')} ${failure}`));
  if (failures.length > 0) process.exitCode = 1;
  else if (gate.length > 0 && !options.json) printLines([paint.green(`All ${gate.length} limits are met.`)]);
}

const ms = (time: number) => (time > 0 ? time.toFixed(1) : '–');

/** The results as lines for a terminal: means, then differences from the first configuration. */
function describeResults({ dataset, configurations }: EvaluationResult): string[] {
  const warnings = new Set(configurations.flatMap((one) => one.warnings));
  const queries = configurations[0]?.queries.length ?? 0;
  const names = [...new Set(configurations.flatMap(({ metrics }) => Object.keys(metrics)))];
  const rows = configurations.map(({ name, metrics, latencyMs }) => [
    name,
    ...names.map((metric) => (metrics[metric] === undefined ? '–' : fixed(metrics[metric]))),
    ms(latencyMs.p50),
    ms(latencyMs.p95),
  ]);
  return [
    ...[...warnings].map(note),
    paint.bold(`${dataset}, ${formatCount(queries)} ${queries === 1 ? 'query' : 'queries'}`),
    ...foldedTable(['configuration', ...names, 'p50 ms', 'p95 ms'], rows),
    ...describeComparisons(configurations, names[0]),
  ];
}

function describeComparisons(results: readonly ConfigurationResult[], metric: string | undefined): string[] {
  const rows = results.flatMap(({ name, comparison }) => {
    const against = metric === undefined ? undefined : comparison?.metrics[metric];
    if (against === undefined) return [];
    const { difference, interval, pValue, wins, ties, losses } = against;
    const range = `${signed(interval[0])} … ${signed(interval[1])}`;
    return [[name, signed(difference), range, probability(pValue), `${wins} / ${ties} / ${losses}`]];
  });
  if (rows.length === 0) return [];
  const header = [
    `${metric} against ${results[0]!.name}`,
    'difference',
    '95 % interval',
    'p',
    'won / equal / lost',
  ];
  return ['', ...foldedTable(header, rows)];
}

/** @throws ConfigError when the folder cannot be made. */
export async function makeRunFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch((cause: Error) => {
    throw unwritable(folder, cause);
  });
}

/** A run file a configuration, and the judgments, as trec_eval reads them: `trec_eval DIR/qrels.txt DIR/<name>.run`. */
async function writeRuns(folder: string, { runs, qrels }: EvaluationResult): Promise<void> {
  await writeNamedFile(join(folder, 'qrels.txt'), formatQrels(qrels));
  const taken = new Set<string>();
  for (const [name, run] of runs) {
    const safe = name.replaceAll(/[^\p{L}\p{N}._=-]+/gu, '-');
    const file = taken.has(safe) ? `${safe}-${taken.size + 1}` : safe;
    taken.add(file);
    await writeNamedFile(join(folder, `${file}.run`), formatRun(run, name));
  }
}

async function writeReport(file: string, result: EvaluationResult): Promise<void> {
  const words = process.argv.slice(2).map((argument) => quoteForShell(maskText(argument)));
  const command = ['pincite', ...words].join(' ');
  await writeNamedFile(file, renderReport(result, { command, date: new Date() }));
}
