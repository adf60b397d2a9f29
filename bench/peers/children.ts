/** Runs each system over a collection in processes of their own: once for its ranks, several times for its times. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import type { CatalogueEntry } from './catalogue.ts';
import { repeats, timeLimitSeconds } from './limits.ts';
import type { Measurement, Quality, Row, Times } from './results.ts';

const here = import.meta.dirname;
const root = path.join(here, '../..');

/** A collection and the folders that belong to it. */
export interface Task {
  readonly dataset: string;
  /** Where the collection is, with our chunks and vectors of it. */
  readonly folder: string;
  /** Where systems may keep their data. */
  readonly scratch: string;
  /** Only ranks, with Pincite from its sources. */
  readonly ranksOnly: boolean;
}

/** A row a system, in their order. */
export async function measureCollection(task: Task, systems: readonly CatalogueEntry[]): Promise<Row[]> {
  const drafts = systems.map((system) => ({
    system,
    row: { dataset: task.dataset, system: system.id, runs: [] },
  }));
  await rankAll(task, drafts);
  if (!task.ranksOnly) await timeAll(task, drafts);
  return drafts.map(({ row }) => row);
}

interface Draft {
  readonly system: CatalogueEntry;
  readonly row: { dataset: string; system: string; runs: Times[]; quality?: Quality; failure?: string };
}

/** Ranks do not depend on how busy the machine is: all cores at once. */
async function rankAll(task: Task, drafts: readonly Draft[]): Promise<void> {
  const waiting = [...drafts];
  const work = async () => {
    for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
      const { system, row } = draft;
      const measurement = await inFolder(task, system, (run) => run('--quality'));
      if (measurement.status === 'ranked') row.quality = measurement.quality;
      else noteFailure(row, measurement);
    }
  };
  await Promise.all(cpus().map(work));
}

/** Every system once, then every system again: what disturbs the machine for a while disturbs all of them. */
async function timeAll(task: Task, drafts: readonly Draft[]): Promise<void> {
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const { system, row } of drafts) {
      const isGivenUp = system.qualityOnly || row.runs.length < turn;
      if (isGivenUp) continue;
      const firstMs = isGivenDocuments(system) ? await measureFirst(task, system) : undefined;
      const measurement = await inFolder(task, system, (run) => measureTimes(system, run));
      if (measurement.status === 'timed')
        row.runs.push({ ...measurement.times, ...(firstMs && { firstMs }) });
      else noteFailure(row, measurement);
    }
  }
}

const isGivenDocuments = ({ given, originals = false }: CatalogueEntry) => !given && !originals;

function noteFailure(row: Draft['row'], measurement: Measurement): void {
  row.failure = measurement.status === 'failed' ? measurement.reason : `gave ${measurement.status}`;
}

async function measureFirst(task: Task, system: CatalogueEntry): Promise<number | undefined> {
  const measurement = await inFolder(task, system, (run) => run('--first'));
  return measurement.status === 'first' ? measurement.firstMs : undefined;
}

/** What is in files is searched by another process than the one that has put it there. */
async function measureTimes({ keeps }: CatalogueEntry, run: Run): Promise<Measurement> {
  if (keeps === 'memory') return run();
  const indexed = await run('--index');
  if (indexed.status !== 'indexed') return indexed;
  const searched = await run('--search');
  if (searched.status !== 'searched') return searched;
  return { status: 'timed', times: { ...indexed.times, ...searched.times } };
}

/** Runs a child process over a folder that several of them may use one after the other. */
type Run = (...options: readonly string[]) => Promise<Measurement>;

async function inFolder(
  task: Task,
  system: CatalogueEntry,
  measure: (run: Run) => Promise<Measurement>,
): Promise<Measurement> {
  const folder = mkdtempSync(path.join(task.scratch, `${system.id}-`));
  const given = system.given ? ['--given'] : [];
  const measurement = await measure((...options) =>
    runChild([system.id, task.folder, folder, ...given, ...options], task),
  );
  rmSync(folder, { recursive: true, force: true });
  console.error(`${task.dataset} ${system.id} ${JSON.stringify(measurement)}`);
  return measurement;
}

function runChild(options: readonly string[], { ranksOnly }: Task): Promise<Measurement> {
  const sources = { JITI_ALIAS: JSON.stringify({ pincite: path.join(root, 'src/index.ts') }) };
  const child = spawn(
    process.execPath,
    ['--import', 'jiti/register', path.join(here, 'measure.ts'), ...options],
    {
      cwd: root,
      env: { ...process.env, ...(ranksOnly ? sources : {}) },
      timeout: timeLimitSeconds * 1000,
      killSignal: 'SIGKILL',
    },
  );
  let [output, complaints] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      const line = output.trim().split('\n').at(-1) ?? '';
      if (status === 0) resolve(JSON.parse(line) as Measurement);
      else if (child.killed) resolve({ status: 'failed', reason: `took longer than ${timeLimitSeconds} s` });
      else resolve({ status: 'failed', reason: reasonOf(complaints) });
    });
  });
}

function reasonOf(complaints: string): string {
  const line = complaints.split('\n').find((text) => /^\[?\w*Error\b/.test(text)) ?? 'ended without a word';
  return line.replaceAll(root, '.');
}
