/**
 * The child process: one system over one collection, measured and printed as one line of JSON.
 *
 *   node --import jiti/register bench/peers/measure.ts <system> <collection's folder> <folder for its data>
 *     [--given] [--quality | --first | --index | --search]
 *
 * Quality is of the first 100 documents, or of parts of them where parts are judged, each at the place of its best hit;
 * the time of a query is that of its ten best hits, after warm-up queries; with `--first` it is seen how soon a first document is
 * found, from loading the system on. A process measures one of these; with `--index` what indexing takes, and with `--search`, over
 * what that has left in the folder, what searching takes; both in one process otherwise.
 */
import { parseArgs } from 'node:util';
import { mean, ndcgAt, quantile, recallAt } from '../../src/evaluate/metrics/metrics.ts';
import type { BeirQuery } from '../retrieval/beir.ts';
import { readDocuments, readQueries } from './collection.ts';
import { nothingGiven, readGiven } from './given.ts';
import { fewestTimed, timedQueries, timingSeconds } from './limits.ts';
import { judgedAs } from './place.ts';
import type { IndexTimes, Measurement, Quality, SearchTimes } from './results.ts';
import type { OpenSystem, System } from './system.ts';

const depth = 100;
const hitsTimed = 10;
/** As many as are timed, or what fits into the same time. */
const warmUps = timedQueries;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    given: { type: 'boolean', default: false },
    quality: { type: 'boolean', default: false },
    first: { type: 'boolean', default: false },
    index: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
  },
});
const [name = '', collection = '', folder = ''] = positionals;

/** Ids as they are judged, best first, each once; more hits are asked for until there are enough. */
async function rank(system: System, { text, judgments }: BeirQuery): Promise<string[]> {
  for (let k = depth; ; k *= 2) {
    const hits = await system.search(text, k);
    const ids = [...new Set(hits.flatMap((hit) => judgedAs(hit, judgments.keys())))];
    if (ids.length >= depth || hits.length < k) return ids.slice(0, depth);
  }
}

async function measureQuality(system: System, queries: readonly BeirQuery[]): Promise<Quality> {
  const rankings: string[][] = [];
  for (const query of queries) rankings.push(await rank(system, query));
  const average = (metric: typeof ndcgAt, k: number) =>
    mean(queries.map(({ judgments }, index) => metric(k, rankings[index] ?? [], judgments)));
  return {
    'ndcg@10': average(ndcgAt, 10),
    'recall@10': average(recallAt, 10),
    'recall@100': average(recallAt, 100),
  };
}

/** Goes through the queries until there are enough, or it has taken long enough. */
async function timeQueries(system: System, queries: readonly BeirQuery[]): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  for (const { text } of queries) {
    const started = performance.now();
    if (times.length >= fewestTimed && started - began > timingSeconds * 1000) break;
    await system.search(text, hitsTimed);
    times.push(performance.now() - started);
  }
  return times;
}

async function measureSearches(system: System, queries: readonly BeirQuery[]): Promise<SearchTimes> {
  await timeQueries(system, queries.slice(-warmUps));
  const times = await timeQueries(system, queries.slice(0, timedQueries));
  const [p50Ms, p95Ms] = [quantile(0.5, times), quantile(0.95, times)];
  return { queries: times.length, p50Ms, p95Ms, searchMb: peakMb() };
}

const peakMb = () => (process.resourceUsage().maxRSS * 1024) / 1e6;

const queries = readQueries(collection);
const onlySearches = values.search;
const { documents, originals = [] } = onlySearches ? { documents: [] } : readDocuments(collection);
const given = values.given ? readGiven(collection, { onlySearches }) : nothingGiven;
const began = performance.now();
const { default: open } = (await import(`./systems/${name}.ts`)) as { default: OpenSystem };
const system = open({ folder, given, originals });

/** From loading the system on. */
async function findFirst(): Promise<Measurement> {
  const [document] = documents;
  await system.index([document!]);
  const { length } = await system.search(document!.text.slice(0, 100), 1);
  if (length === 0) return { status: 'failed', reason: 'does not find the first document' };
  return { status: 'first', firstMs: performance.now() - began };
}

/** The whole collection. */
async function indexWhole(): Promise<IndexTimes> {
  const started = performance.now();
  await system.index(documents);
  const indexMs = performance.now() - started;
  await system.settle?.();
  return { indexMs, settleMs: performance.now() - started - indexMs, indexMb: peakMb() };
}

/** From loading the system on. */
async function findAgain(): Promise<number> {
  await system.search(queries[0]!.text, hitsTimed);
  return performance.now() - began;
}

async function measure(): Promise<Measurement> {
  if (values.first) return findFirst();
  if (values.search) {
    const openMs = await findAgain();
    return { status: 'searched', times: { openMs, ...(await measureSearches(system, queries)) } };
  }
  const indexTimes = await indexWhole();
  if (values.quality) return { status: 'ranked', quality: await measureQuality(system, queries) };
  if (values.index) return { status: 'indexed', times: indexTimes };
  return { status: 'timed', times: { ...indexTimes, ...(await measureSearches(system, queries)) } };
}

const measurement = await measure();
console.log(JSON.stringify(measurement));
process.exit(0);
