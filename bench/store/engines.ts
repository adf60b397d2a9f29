/**
 * What each store costs over the plain client of its engine, which does the same work in the same run: ingestion, and
 * searches by vector, keywords, both, and under a filter. docs/benchmarks/stores.md says what the same work is.
 *
 *   npm run bench -- store/engines [--engine sqlite,pglite,chroma] [--chunks 10000,100000] [--queries 200]
 *   npm run bench -- store/engines --engine postgres --url postgres://user@host:5432/database
 *
 *   --engine    of sqlite, pglite, chroma, postgres; a schema is made in the database of postgres, and removed again
 *   --save      keeps the figures in `engines/results.json`, in place of earlier ones of the same engine and size
 *   --render    writes the page from what is kept, and measures nothing
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { contests } from './engines/contests.ts';
import { type Corpus, openCorpus } from './engines/corpus.ts';
import { measure, warmUps } from './engines/measure.ts';
import { renderPage } from './engines/page.ts';
import type { Run } from './engines/results.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite,pglite,chroma' },
    url: { type: 'string' },
    chunks: { type: 'string', default: '10000,100000' },
    queries: { type: 'string', default: '200' },
    save: { type: 'boolean', default: false },
    render: { type: 'boolean', default: false },
  },
});
const root = path.join(import.meta.dirname, '../..');
const resultsFile = path.join(import.meta.dirname, 'engines/results.json');
const page = path.join(root, 'docs/benchmarks/stores.md');
const order = Object.keys(contests);

async function measureEngine(id: string, corpus: Corpus, chunks: number): Promise<Run> {
  const open = contests[id];
  if (open === undefined) throw new Error(`--engine is one of ${order.join(', ')}`);
  const folder = await mkdtemp(path.join(tmpdir(), `pincite-${id}-`));
  const before = circumstances();
  const contest = await open({ folder, spec: corpus.spec, url: values.url });
  try {
    const measured = await measure(contest, corpus, chunks);
    const load: Run['load'] = [before.load, circumstances().load];
    return { id, engine: contest.engine, queries: Number(values.queries), ...before, load, ...measured };
  } finally {
    await contest.ours.close();
    await contest.raw.close();
    await rm(folder, { recursive: true, force: true });
  }
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

function readRuns(): Run[] {
  return existsSync(resultsFile) ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Run[]) : [];
}

/** In place of what was measured of the same engine and size before. */
function save(run: Run): void {
  const kept = readRuns().filter(({ id, chunks }) => id !== run.id || chunks !== run.chunks);
  const runs = [...kept, run].sort(
    (a, b) => order.indexOf(a.id) - order.indexOf(b.id) || a.chunks - b.chunks,
  );
  writeFileSync(resultsFile, JSON.stringify(runs));
  spawnSync('npx', ['oxfmt', resultsFile], { cwd: root });
}

async function measureAll(): Promise<void> {
  const corpus = await openCorpus(warmUps + Number(values.queries));
  if (corpus === undefined) return console.log('skipped: ../shared/data/train is not there');
  const runs: Run[] = [];
  for (const chunks of values.chunks.split(',').map(Number)) {
    for (const id of values.engine.split(',')) {
      const run = await measureEngine(id, corpus, chunks);
      runs.push(run);
      if (values.save) save(run);
      console.error(`${run.engine}: ${run.chunks} chunks`);
    }
  }
  await corpus.close();
  console.log(renderPage(runs));
}

if (!values.render) await measureAll();
if (values.render || values.save) writeFileSync(page, renderPage(readRuns()));
