/**
 * How long a query takes over 100,000 chunks on disk: `retrieve` as it is by default, warm, in process, 20 hits (bar: 10 ms in
 * the median and 25 ms at the 95th percentile, with any filter), what each stage takes of it, and the same chunks as
 * eight collections that a query is routed to (bar: twice as long as one collection).
 *
 *   npm run bench -- retrieval/latency [--queries 200] [--chunks 100000] [--folder <folder>]
 *
 * The stores are made once, in `node_modules/.cache/bench-latency` unless another folder is given, of the passages of
 * `../shared/data/train`; the queries are questions of the same data.
 */
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { latencyByStage, summariseLatency, type Latency } from '../../src/evaluate/metrics/latency.ts';
import type { KnowledgeBase, RetrieveOptions, RetrieveResponse } from '../../src/index.ts';
import type { StageStats } from '../../src/types.ts';
import { readPassages, type Texts } from '../store/texts.ts';
import { mostPassagesPerChunk, openPassageStore, parts } from './passage-store.ts';

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '200' },
    chunks: { type: 'string', default: '100000' },
    folder: {
      type: 'string',
      default: path.join(import.meta.dirname, '../../node_modules/.cache/bench-latency'),
    },
  },
});
const { folder } = values;
const chunks = Number(values.chunks);
const warmUps = 50;
const modes = ['full', 'vector', 'keyword'] as const;
const eight = Array.from({ length: 8 }, (_, index) => `eighth-${index + 1}`);

/** What is asked of the query of that number. */
type OptionsOf = (query: number) => RetrieveOptions;
const filters: readonly (readonly [name: string, options: OptionsOf])[] = [
  ['no filter', () => ({})],
  ...[0.1, 1, 10, 100].map((percent) => {
    const count = (percent / 100) * parts;
    return [`filter of ${percent} %`, () => partsFrom(0, count)] as const;
  }),
  ...[0.1, 1, 10].map((percent) => {
    const count = (percent / 100) * parts;
    return [`new filters of ${percent} %`, (query: number) => partsFrom(query + 1, count)] as const;
  }),
];

const texts = await readPassages(chunks * mostPassagesPerChunk);
if (texts === undefined) console.log('skipped: ../shared/data/train is not there');
else await measure(texts);

async function measure(from: Texts): Promise<void> {
  await using whole = await openPassageStore(from, { folder, chunks, collections: ['default'] });
  await using routed = await openPassageStore(from, { folder, chunks, collections: eight });
  const queries = evenly(from.questions, warmUps + Number(values.queries));
  const [total] = await whole.stats();
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${total?.chunks} chunks, ${values.queries} queries a figure, ${cpus().length} cores, load ${load}`,
  );
  console.log('p50 / p95 in milliseconds');
  await measureFilters(whole, queries);
  await measureRouted({ whole, routed }, queries);
}

async function measureFilters(kb: KnowledgeBase, queries: readonly string[]): Promise<void> {
  const totals: string[][] = [];
  const stages: [name: string, ofStages: Record<string, Latency>][] = [];
  for (const [name, options] of filters) {
    const ofModes = [];
    let processorMs = 0;
    for (const mode of modes) {
      const before = process.cpuUsage();
      const answers = await askAll(queries, (query, number) =>
        timed(() => kb.retrieve(query, { mode, ...options(number) })),
      );
      ofModes.push(latencyOf(answers));
      if (mode !== 'full') continue;
      stages.push([name, latencyByStage(answers.map((answer) => answer.stages))]);
      processorMs = processorMsSince(before) / queries.length;
    }
    totals.push([name, ...ofModes.map(describe), processorMs.toFixed(1)]);
  }
  printTable(['', 'hybrid', 'vector', 'keyword', 'processors, a hybrid query'], totals);
  const names = Object.keys(stages[0]?.[1] ?? {});
  const rows = stages.map(([name, ofStages]) => [name, ...names.map((stage) => describe(ofStages[stage]))]);
  printTable(['hybrid, by stage', ...names], rows);
}

/** Documents of so many parts, from this one on. */
function partsFrom(first: number, count: number): RetrieveOptions {
  const from = first % (parts - count + 1);
  return { filter: { part: { $gte: from, $lt: from + count } } };
}

/**
 * Each query in one store, then in the other: what else the machine does slows both. All were asked of the first store
 * before, with every filter, so the second is asked too: both have in memory what they need.
 */
async function measureRouted(
  { whole, routed }: { readonly whole: KnowledgeBase; readonly routed: KnowledgeBase },
  queries: readonly string[],
): Promise<void> {
  for (const query of queries) await routed.retrieve(query);
  const pairs = await askAll(queries, async (query) => ({
    one: await timed(() => whole.retrieve(query)),
    many: await timed(() => routed.retrieve(query)),
  }));
  const one = latencyOf(pairs.map((pair) => pair.one));
  const many = latencyOf(pairs.map((pair) => pair.many));
  const times = (many.p50 / one.p50).toFixed(2);
  printTable(
    ['one collection', 'eight, routed to all', 'times, in the median'],
    [[describe(one), describe(many), times]],
  );
}

/** In turn, after some to warm up. */
async function askAll<Given>(
  queries: readonly string[],
  search: (query: string, number: number) => Promise<Given>,
): Promise<Given[]> {
  const given: Given[] = [];
  for (const [number, query] of queries.entries()) given.push(await search(query, number));
  return given.slice(warmUps);
}

interface Answer {
  readonly ms: number;
  readonly stages: readonly StageStats[];
}

async function timed(retrieve: () => Promise<RetrieveResponse>): Promise<Answer> {
  const started = performance.now();
  const { stats } = await retrieve();
  return { ms: performance.now() - started, stages: stats.stages };
}

/** Of all threads. */
function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function latencyOf(answers: readonly Answer[]): Latency {
  return summariseLatency(answers.map(({ ms }) => ms));
}

function evenly<Value>(list: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]!);
}

function describe(latency: Latency | undefined): string {
  const inFigures = (ms: number) => ms.toFixed(ms < 10 ? 2 : 1);
  return latency === undefined ? '–' : `${inFigures(latency.p50)} / ${inFigures(latency.p95)}`;
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log(['', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}
