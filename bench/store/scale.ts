/**
 * The store at scale: ingestion, disk, memory, opening, and hybrid queries under filters, for one corpus and number of
 * chunks; with `--peers` beside what else a user might take, each in processes of its own, on the same texts and vectors.
 *
 *   npm run bench -- store/scale --chunks 100000 --corpus zipf
 *   npm run bench -- store/scale --chunks 1000000 --corpus train --peers --keep /tmp/scale
 *
 *   --corpus zipf|train  made-up text and clustered vectors, or the passages of `../shared/data/train`
 *   --peers              FTS5 with a scan of floats, LanceDB, Orama, MiniSearch (installed by `npm run bench:peers`)
 *   --systems a,b        only these
 *   --keep <folder>      keeps corpus and databases there; what is there is used again, not written again
 *   --seconds 600        that ingestion may take
 *   --cpu-prof <folder>  profile of our queries
 *   --json <file>        adds the run to that file, in place of an earlier one of the same corpus and size
 *   --page <file>        writes the page from the runs in `--json` and measures nothing
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type CorpusName, corpora, prepareCorpus } from './scale/corpus.ts';
import { renderPage, renderRun } from './scale/page.ts';
import type { Report, Row, Run, VectorHits } from './scale/results.ts';
import { type CatalogueEntry, catalogue } from './scale/catalogue.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '10000' },
    corpus: { type: 'string', default: 'zipf' },
    peers: { type: 'boolean', default: false },
    systems: { type: 'string' },
    keep: { type: 'string' },
    seconds: { type: 'string', default: '600' },
    'cpu-prof': { type: 'string' },
    json: { type: 'string' },
    page: { type: 'string' },
  },
});
const root = path.join(import.meta.dirname, '../..');
/** Of a process, its queries included. */
const secondsBeyondIngestion = 300;
const heapMb = 8000;

const systems = catalogue.filter(
  ({ id, isOurs }) => values.systems?.split(',').includes(id) ?? (isOurs || values.peers),
);

interface Place {
  readonly corpus: string;
  /** Of the system alone. */
  readonly data: string;
}

async function measureSystem(entry: CatalogueEntry, place: Place): Promise<{ row: Row; hits: VectorHits }> {
  const load = loadavg()[0] as number;
  const reports: Report[] = [];
  const run = (options: readonly string[]) => runChild(entry, { ...place, options, reports });
  const done = path.join(place.data, 'ingested.json');
  let failure: string | undefined;
  if (!entry.isStored) failure = await run(['--ingest', '--query']);
  else {
    if (existsSync(done)) reports.push(JSON.parse(readFileSync(done, 'utf8')) as Report);
    else {
      rmSync(place.data, { recursive: true, force: true });
      mkdirSync(path.join(place.data, 'files'), { recursive: true });
      failure = await run(['--ingest']);
      const [report] = reports;
      if (report?.kind === 'ingest') writeFileSync(done, JSON.stringify(report));
    }
    if (reports[0]?.kind === 'ingest') failure = (await run(['--first'])) ?? (await run(['--query']));
  }
  const [ingest, stopped, first, query] = (['ingest', 'stopped', 'first', 'query'] as const).map((kind) =>
    reports.find((report) => report.kind === kind),
  );
  const row: Row = {
    system: entry.id,
    load,
    ...(ingest?.kind === 'ingest' && { ingest: ingest.figures }),
    ...(first?.kind === 'first' && { first: { ms: first.ms, disk: first.disk } }),
    ...(query?.kind === 'query' && { query: query.figures }),
    ...(stopped?.kind === 'stopped' && {
      failure: `stopped after ${stopped.chunks} chunks in ${Math.round(stopped.seconds)} s`,
    }),
    ...(failure !== undefined && { failure }),
  };
  return { row, hits: query?.kind === 'query' ? query.hits : [] };
}

/** Gives the reason where the process fails. */
function runChild(
  entry: CatalogueEntry,
  { corpus, data, options, reports }: Place & { options: readonly string[]; reports: Report[] },
): Promise<string | undefined> {
  const profile = entry.isOurs && options.includes('--query') && values['cpu-prof'];
  const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      ...flags,
      '--import',
      'jiti/register',
      path.join(import.meta.dirname, 'scale/measure.ts'),
      path.join(root, 'bench', entry.file),
      corpus,
      path.join(data, 'files'),
      ...options,
      '--seconds',
      values.seconds,
    ],
    { cwd: root, timeout: (Number(values.seconds) + secondsBeyondIngestion) * 1000, killSignal: 'SIGKILL' },
  );
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  createInterface({ input: child.stdout }).on('line', (line) => reports.push(JSON.parse(line) as Report));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      if (status === 0) resolve(undefined);
      else if (child.killed) resolve('took too long');
      else resolve(reasonOf(complaints));
    });
  });
}

function reasonOf(complaints: string): string {
  if (complaints.includes('heap out of memory')) return `needs more than ${heapMb / 1000} GB of heap`;
  const line = complaints.split('\n').find((text) => /^\[?\w*Error\b/.test(text)) ?? 'ended without a word';
  return line.replaceAll(root, '.');
}

/** The share of what the first one found that the others found too. */
function recallOf(hits: VectorHits, exact: VectorHits): number | undefined {
  if (hits.length === 0 || exact.length === 0) return undefined;
  const wanted = exact.flat().length;
  const found = exact.flatMap((list, index) => list.filter((id) => hits[index]?.includes(id))).length;
  return found / wanted;
}

async function measureAll(corpus: CorpusName, folder: string): Promise<Run | undefined> {
  const place = path.join(folder, `${corpus}-${values.chunks}`);
  const texts = path.join(place, 'corpus');
  if (!(await prepareCorpus(texts, corpus, Number(values.chunks)))) return undefined;
  const rows: Row[] = [];
  let exact: VectorHits = [];
  for (const entry of systems) {
    const { row, hits } = await measureSystem(entry, { corpus: texts, data: path.join(place, entry.id) });
    if (entry.isOurs) exact = hits;
    const recall = recallOf(hits, exact);
    rows.push({ ...row, ...(recall !== undefined && { recall }) });
    console.error(JSON.stringify(rows.at(-1)));
  }
  return {
    corpus,
    chunks: rows[0]?.ingest?.chunks ?? Number(values.chunks),
    date: new Date().toISOString().slice(0, 10),
    commit: revision(),
    node: process.version,
    machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
    rows,
  };
}

function revision(): string {
  const options = ['describe', '--always', '--dirty', '--exclude=*'];
  return spawnSync('git', options, { cwd: root, encoding: 'utf8' }).stdout.trim();
}

function readRuns(file: string): Run[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Run[]) : [];
}

/** In place of an earlier one; a row that was not measured now stays as it was. */
function keepRun(file: string, run: Run): void {
  const runs = readRuns(file);
  const isSame = ({ corpus, chunks }: Run) => corpus === run.corpus && chunks === run.chunks;
  const rows = new Map(runs.find(isSame)?.rows.map((row) => [row.system, row]));
  for (const row of run.rows) rows.set(row.system, row);
  const merged = { ...run, rows: catalogue.flatMap(({ id }) => rows.get(id) ?? []) };
  const kept = [...runs.filter((one) => !isSame(one)), merged];
  kept.sort((a, b) => corpora.indexOf(a.corpus) - corpora.indexOf(b.corpus) || a.chunks - b.chunks);
  writeFileSync(file, JSON.stringify(kept));
  spawnSync('npx', ['oxfmt', file], { cwd: root });
}

async function measure(): Promise<void> {
  const corpus = corpora.find((name) => name === values.corpus);
  if (!corpus) throw new Error(`--corpus is ${corpora.join(' or ')}`);
  const folder = values.keep ?? mkdtempSync(path.join(tmpdir(), 'pincite-scale-'));
  try {
    const run = await measureAll(corpus, folder);
    if (!run) return console.log('../shared/data/train is not here: try --corpus zipf');
    if (values.json) keepRun(values.json, run);
    console.log(renderRun(run));
  } finally {
    if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

if (values.page === undefined) await measure();
else {
  const memory = readRuns(path.join(import.meta.dirname, 'scale/memory.json'));
  writeFileSync(values.page, renderPage(readRuns(values.json ?? ''), memory));
}
