/**
 * What each part of a search is worth: from plain vectors to the default step by step, and the default beside its
 * alternatives, over the standing sets, through `kb.evaluate`.
 *
 *   npm run bench -- ablation [--sets scifact,scifact-train,cranfield,cacm,chunking,legal,finance] [--data <folder>]
 *
 * It writes what it measured into `ablation/results.json`, set by set, and makes `docs/benchmarks/ablation.md` of that;
 * `--render` makes the page again. It reports and chooses nothing: the tests' queries must never decide a weight.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadDataset } from '../src/evaluate/index.ts';
import { loadConfig, openKnowledgeBase, type KnowledgeBase } from '../src/index.ts';
import { figuresOf } from './ablation/figures.ts';
import { renderPage } from './ablation/page.ts';
import type { MeasuredSet, Results } from './ablation/results.ts';
import { alternatives, steps, withinDocuments } from './ablation/rows.ts';
import { ablationSets, collectionOf, type AblationSet } from './ablation/sets.ts';

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/benchmarks/ablation.md');
const resultsFile = path.join(import.meta.dirname, 'ablation/results.json');
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    data: { type: 'string', default: path.join(root, '../shared/data') },
    render: { type: 'boolean', default: false },
  },
});

/** Documents are indexed once a way of cutting and embedding; what differs in the search only shares them. */
async function measure(kb: KnowledgeBase, set: AblationSet): Promise<MeasuredSet> {
  const { name, folder, split, metrics, depth } = set;
  const started = performance.now();
  const before = circumstances();
  const dataset = await loadDataset(path.join(values.data, folder), { split });
  const { configurations: results } = await kb.evaluate(dataset, {
    collection: collectionOf(set),
    configurations: [...steps, ...alternatives(set)],
    others: withinDocuments(kb, set),
    metrics,
    depth,
  });
  return {
    name,
    ...before,
    load: [before.load, circumstances().load],
    minutes: (performance.now() - started) / 60_000,
    queries: dataset.queries.length,
    warnings: [...new Set(results.flatMap(({ warnings }) => warnings))],
    figures: figuresOf(results, metrics),
  };
}

function circumstances() {
  const changed = git('status', '--porcelain', '--', 'src', 'assets');
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with changes that are not committed'}`,
    node: process.version,
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
    load: loadavg()[0] ?? 0,
  };
}

function git(...options: string[]): string {
  return spawnSync('git', options, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

function readResults(): Results {
  return existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Results) : { sets: [] };
}

/** In place of what was measured of the same set before; sets stay in their order. */
function save(measured: MeasuredSet): void {
  const known = new Map([...readResults().sets, measured].map((one) => [one.name, one]));
  const sets = ablationSets.flatMap(({ name }) => known.get(name) ?? []);
  writeFileSync(resultsFile, JSON.stringify({ sets }));
  spawnSync('npx', ['oxfmt', resultsFile], { cwd: root });
}

async function measureAll(): Promise<void> {
  if (!existsSync(values.data)) throw new Error(`${values.data} is missing; name the folder with --data`);
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-ablation-'));
  try {
    await using kb = await openKnowledgeBase({ store: `sqlite:${folder}` });
    for (const set of ablationSets) {
      const isChosen = values.sets?.split(',').includes(set.name) ?? true;
      if (!isChosen) continue;
      const measured = await measure(kb, set);
      save(measured);
      console.error(`${set.name}, ${measured.minutes.toFixed(1)} minutes`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (!values.render) await measureAll();
const defaults = await loadConfig({ directory: import.meta.dirname, env: {} });
writeFileSync(page, renderPage(readResults(), defaults));
