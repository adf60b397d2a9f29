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
      await measure(task, draft, { options: ['--quality'] });
    }
  };
  await Promise.all(cpus().map(work));
}

/** Every system once, then every system again: what disturbs the machine for a while disturbs all of them. */
async function timeAll(task: Task, drafts: readonly Draft[]): Promise<void> {
  for (let turn = 0; turn < repeats; turn += 1) {
    for (const draft of drafts) {
      const isGivenUp = draft.system.qualityOnly || draft.row.runs.length < turn;
      if (isGivenUp) continue;
      const firstMs = isGivenDocuments(draft.system) ? await measureFirst(task, draft.system) : undefined;
      await measure(task, draft, { firstMs });
    }
  }
}

const isGivenDocuments = ({ given, originals = false }: CatalogueEntry) => !given && !originals;

async function measureFirst(task: Task, system: CatalogueEntry): Promise<number | undefined> {
  const measurement = await measureIn(task, system, ['--first']);
  return measurement.status === 'first' ? measurement.firstMs : undefined;
}

/** Adds what one child process reports to the row. */
async function measure(
  task: Task,
  { system, row }: Draft,
  { options = [], firstMs }: { readonly options?: readonly string[]; readonly firstMs?: number | undefined },
): Promise<void> {
  const measurement = await measureIn(task, system, options);
  if (measurement.status === 'failed') row.failure = measurement.reason;
  else if (measurement.status === 'timed')
    row.runs.push({ ...measurement.times, ...(firstMs && { firstMs }) });
  else if (measurement.status === 'ranked') row.quality = measurement.quality;
}

async function measureIn(
  task: Task,
  system: CatalogueEntry,
  options: readonly string[],
): Promise<Measurement> {
  const folder = mkdtempSync(path.join(task.scratch, `${system.id}-`));
  const given = system.given ? ['--given'] : [];
  const measurement = await runChild([system.id, task.folder, folder, ...given, ...options], task);
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
