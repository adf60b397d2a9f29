/**
 * The child process: one system over one corpus, each thing measured printed as a line of JSON.
 *
 *   node --import jiti/register bench/store/scale/measure.ts <adapter's file> <corpus' folder> <folder for its data>
 *     [--ingest] [--first] [--query] [--seconds 600]
 *
 * `--first` opens and searches once: what is made for searches is made then.
 * A system that keeps nothing on disk needs both in one process.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { quantile } from '../../../src/evaluate/metrics/metrics.ts';
import { type Corpus, readCorpus } from './corpus.ts';
import type { Report, SearchTimes, Times, VectorHits } from './results.ts';
import type { OpenScaleSystem, PartRange, ScaleDocument, ScaleQuery, ScaleSystem } from './system.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ingest: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    query: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '600' },
  },
});
const [file = '', corpusFolder = '', folder = ''] = positionals;

/** Candidates of the two searches of a retrieval. */
const limits = { vector: 25, keyword: 50 };
const warmUps = 40;
const timedQueries = 200;
const timedNewFilters = 20;
/** Slow systems answer fewer queries. */
const fewestTimed = 10;
const secondsPerMeasure = 6;
const comparedQueries = 20;
const parts = 1000;
const shares = [undefined, 0.001, 0.01, 0.1, 1];

class OutOfTime extends Error {
  readonly chunks: number;

  constructor(chunks: number) {
    super(`stopped after ${chunks} chunks`);
    this.chunks = chunks;
  }
}

type Search = (query: ScaleQuery, filter?: PartRange) => Promise<unknown>;

const print = (report: Report) => console.log(JSON.stringify(report));
const megabytes = (bytes: number) => bytes / 1e6;
const residentMb = () => megabytes(process.memoryUsage().rss);
const peakMb = () => megabytes(process.resourceUsage().maxRSS * 1024);

async function ingest(system: ScaleSystem, corpus: Corpus): Promise<boolean> {
  const started = performance.now();
  let waitedMs = 0;
  async function* batches(): AsyncGenerator<readonly ScaleDocument[]> {
    const source = corpus.batches()[Symbol.asyncIterator]();
    for (let given = 0; ;) {
      const asked = performance.now();
      const { done, value } = await source.next();
      waitedMs += performance.now() - asked;
      if (done) return;
      if (performance.now() - started > Number(values.seconds) * 1000) throw new OutOfTime(given);
      yield value;
      given += value.reduce((sum, { chunks }) => sum + chunks.length, 0);
    }
  }
  const seconds = () => (performance.now() - started - waitedMs) / 1000;
  try {
    await system.ingest(batches());
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    print({ kind: 'stopped', chunks: error.chunks, seconds: seconds() });
    return false;
  }
  if (!values.query) await system.close();
  const took = seconds();
  print({ kind: 'ingest', figures: { chunks: corpus.chunks, seconds: took, peakMb: peakMb() } });
  return true;
}

/** Megabytes of the folder's files and folders. */
function diskOf(place: string): Record<string, number> {
  return Object.fromEntries(
    readdirSync(place).map((name) => [name, megabytes(sizeOf(path.join(place, name)))]),
  );
}

function sizeOf(place: string): number {
  const status = statSync(place);
  if (!status.isDirectory()) return status.size;
  return readdirSync(place).reduce((sum, name) => sum + sizeOf(path.join(place, name)), 0);
}

async function timed(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

/** Goes through the queries until it has taken long enough. */
async function timeQueries(
  queries: readonly ScaleQuery[],
  search: (query: ScaleQuery, index: number) => Promise<unknown>,
): Promise<Times> {
  const times: number[] = [];
  const began = performance.now();
  for (const [index, query] of queries.entries()) {
    if (times.length >= fewestTimed && performance.now() - began > secondsPerMeasure * 1000) break;
    times.push(await timed(() => search(query, index)));
  }
  return { queries: times.length, p50: quantile(0.5, times), p95: quantile(0.95, times) };
}

async function measureSearches(
  system: ScaleSystem,
  queries: readonly ScaleQuery[],
  share: number | undefined,
): Promise<SearchTimes> {
  const allowed = share === undefined ? undefined : Math.round(share * parts);
  const filter = allowed === undefined ? undefined : { from: 0, to: allowed };
  const { vector, keyword, hybrid } = searchesOf(system);
  const main = hybrid ?? keyword;
  await timeQueries(queries.slice(-warmUps), (query) => main(query, filter));
  const asked = queries.slice(0, timedQueries);
  const before = process.cpuUsage();
  const ofMain = await timeQueries(asked, (query) => main(query, filter));
  const { user, system: kernel } = process.cpuUsage(before);
  return {
    ...(share !== undefined && { share }),
    ...(hybrid && { hybrid: ofMain }),
    ...(vector && { vector: await timeQueries(asked, (query) => vector(query, filter)) }),
    keyword: hybrid ? await timeQueries(asked, (query) => keyword(query, filter)) : ofMain,
    processorMs: (user + kernel) / 1000 / ofMain.queries,
    ...(allowed !== undefined && {
      newFilter: await timeQueries(asked.slice(0, timedNewFilters), (query, index) =>
        main(query, newFilter(allowed, index)),
      ),
    }),
  };
}

/** Another filter for each number, which allows as many documents, but not the same where it can be. */
function newFilter(allowed: number, number: number): PartRange {
  const from = 1 + ((number * 47) % (parts - Math.min(allowed, parts - 1)));
  return allowed === parts ? { from: -1 - number, to: parts } : { from, to: from + allowed };
}

function searchesOf(system: ScaleSystem): {
  readonly vector: Search | undefined;
  readonly keyword: Search;
  readonly hybrid: Search | undefined;
} {
  const keyword: Search = (query, filter) => system.keyword({ query, filter, limit: limits.keyword });
  const vector: Search | undefined =
    system.vector && (async (query, filter) => system.vector?.({ query, filter, limit: limits.vector }));
  const hybrid: Search | undefined =
    vector && ((query, filter) => Promise.all([vector(query, filter), keyword(query, filter)]));
  return { vector, keyword, hybrid };
}

async function openAndSearch(system: ScaleSystem, { queries }: Corpus) {
  const openMs = values.ingest ? undefined : await timed(async () => system.open?.());
  const openedMb = residentMb();
  const { hybrid, keyword } = searchesOf(system);
  const firstQueryMs = await timed(() => (hybrid ?? keyword)(queries[0] as ScaleQuery));
  const firstQueryMb = residentMb();
  return { ...(openMs !== undefined && { openMs, openedMb, firstQueryMb }), firstQueryMs };
}

async function measureQueries(system: ScaleSystem, corpus: Corpus): Promise<void> {
  const { queries } = corpus;
  const opened = await openAndSearch(system, corpus);
  const { vector, keyword, hybrid } = searchesOf(system);
  // What runs often is compiled while it runs: without this the first of the measures would pay for that.
  const main = hybrid ?? keyword;
  await timeQueries(queries, (query) => main(query));
  const searches: SearchTimes[] = [];
  for (const share of shares) searches.push(await measureSearches(system, queries, share));
  const hits: VectorHits[number][] = [];
  for (const one of vector ? queries.slice(0, comparedQueries) : []) {
    hits.push((await vector?.(one)) as VectorHits[number]);
  }
  print({
    kind: 'query',
    figures: {
      ...opened,
      searches,
      residentMb: residentMb(),
      peakMb: peakMb(),
    },
    hits,
  });
}

const corpus = readCorpus(corpusFolder);
const { default: open } = (await import(pathToFileURL(path.resolve(file)).href)) as {
  default: OpenScaleSystem;
};
const system = open({ folder, dimensions: corpus.dimensions });
const isComplete = values.ingest ? await ingest(system, corpus) : true;
if (isComplete && values.first) {
  const { firstQueryMs } = await openAndSearch(system, corpus);
  await system.close();
  print({ kind: 'first', ms: firstQueryMs, disk: diskOf(folder) });
} else if (isComplete && values.query) {
  await measureQueries(system, corpus);
  await system.close();
}
process.exit(0);
