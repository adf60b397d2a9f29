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
import { latencyByStage, summariseLatency, type Latency } from '../../src/evaluate/latency.ts';
import type { KnowledgeBase, RetrieveOptions, RetrieveResponse } from '../../src/index.ts';
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
    for (const mode of modes) {
      const responses = await askAll(queries, (query, number) =>
        kb.retrieve(query, { mode, ...options(number) }),
      );
      ofModes.push(totalOf(responses));
      if (mode === 'full') stages.push([name, latencyByStage(responses.map(({ stats }) => stats.stages))]);
    }
    totals.push([name, ...ofModes.map(describe)]);
  }
  printTable(['', 'hybrid', 'vector', 'keyword'], totals);
  const names = Object.keys(stages[0]?.[1] ?? {});
  const rows = stages.map(([name, ofStages]) => [name, ...names.map((stage) => describe(ofStages[stage]))]);
  printTable(['hybrid, by stage', ...names], rows);
}

/** Documents of so many parts, from this one on. */
function partsFrom(first: number, count: number): RetrieveOptions {
  const from = first % (parts - count + 1);
  return { filter: { part: { $gte: from, $lt: from + count } } };
}

/** Each query in one store, then in the other: what else the machine does slows both. */
async function measureRouted(
  { whole, routed }: { readonly whole: KnowledgeBase; readonly routed: KnowledgeBase },
  queries: readonly string[],
): Promise<void> {
  const pairs = await askAll(queries, async (query) => [
    await whole.retrieve(query),
    await routed.retrieve(query),
  ]);
  const one = totalOf(pairs.map(([response]) => response!));
  const many = totalOf(pairs.map(([, response]) => response!));
  const times = (many.p50 / one.p50).toFixed(2);
  printTable(
    ['one collection', 'eight, routed to all', 'times, in the median'],
    [[describe(one), describe(many), times]],
  );
}

/** In turn, after some to warm up. */
async function askAll<Response>(
  queries: readonly string[],
  search: (query: string, number: number) => Promise<Response>,
): Promise<Response[]> {
  const responses: Response[] = [];
  for (const [number, query] of queries.entries()) responses.push(await search(query, number));
  return responses.slice(warmUps);
}

const totalOf = (responses: readonly RetrieveResponse[]) =>
  summariseLatency(responses.map(({ stats }) => stats.totalMs));

function evenly<Value>(list: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]!);
}

const describe = (latency: Latency | undefined) =>
  latency === undefined ? '–' : `${inFigures(latency.p50)} / ${inFigures(latency.p95)}`;
const inFigures = (ms: number) => ms.toFixed(ms < 10 ? 2 : 1);

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log(['', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}
