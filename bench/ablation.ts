/**
 * The defaults beside their alternatives over the standing sets, through `kb.evaluate`.
 *
 *   npm run bench -- matrix [--sets scifact,cranfield,cacm,chunking,legal,finance] [--data <folder>]
 *
 * A whole run also writes `docs/benchmarks/results.md`; with `--sets` the page is printed only. It reports and chooses
 * nothing: the tests' queries must never decide a default.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadDataset } from '../src/evaluate/index.ts';
import { loadConfig, openKnowledgeBase } from '../src/index.ts';
import type { MeasuredComparison } from './matrix/figures.ts';
import { renderPage, type MeasuredSet } from './matrix/page.ts';
import { standingSets, type StandingSet } from './matrix/sets.ts';

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/benchmarks/results.md');
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    data: { type: 'string', default: path.join(root, '../shared/data') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing; name the folder with --data`);

/** Documents are indexed once a way of cutting; what differs in the search only shares them. */
async function measure(set: StandingSet): Promise<MeasuredSet> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-matrix-'));
  try {
    await using kb = await openKnowledgeBase({ store: `sqlite:${folder}` });
    const comparisons: MeasuredComparison[] = [];
    for (const comparison of set.comparisons) {
      const { split, configurations, metrics } = comparison;
      const started = performance.now();
      const dataset = await loadDataset(path.join(values.data, set.folder), { split });
      const { depth, name: collection } = set;
      const result = await kb.evaluate(dataset, { collection, configurations, metrics, depth });
      comparisons.push({ comparison, results: result.configurations });
      console.error(`${set.name}: ${comparison.title}, ${seconds(started)} s`);
    }
    return { set, comparisons };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = (started: number) => ((performance.now() - started) / 1000).toFixed(0);

function git(...options: string[]): string {
  return spawnSync('git', options, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

function revision(): string {
  const changed = git('status', '--porcelain', '--', 'src', 'assets', 'bench/matrix', 'bench/matrix.ts');
  return `${git('rev-parse', '--short', 'HEAD')}${changed === '' ? '' : ' with changes that are not committed'}`;
}

const started = performance.now();
const defaults = await loadConfig({ directory: import.meta.dirname, env: {} });
const commit = revision();
const [loadBefore = 0] = loadavg();
const chosen = standingSets(defaults).filter(({ name }) => values.sets?.split(',').includes(name) ?? true);
const sets: MeasuredSet[] = [];
for (const set of chosen) sets.push(await measure(set));
const markdown = renderPage(sets, {
  defaults,
  date: new Date().toISOString().slice(0, 10),
  command: `npm run bench -- matrix${values.sets === undefined ? '' : ` --sets ${values.sets}`}`,
  commit,
  node: process.version,
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
  load: [loadBefore, loadavg()[0] ?? 0],
  minutes: (performance.now() - started) / 60_000,
});
console.log(markdown);
if (values.sets === undefined) {
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, markdown);
}
