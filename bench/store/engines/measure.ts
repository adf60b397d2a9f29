import { summariseLatency } from '../../../src/evaluate/metrics/latency.ts';
import type { Corpus } from './corpus.ts';
import type { Duel, MeasuredSearch, Recall } from './results.ts';
import { allParts, type Contest, type Found, type Query, type Search, searches } from './side.ts';

const documentsPerTransaction = 10;
/** Queries before those that are timed. */
export const warmUps = 20;

export interface Measured {
  readonly chunks: number;
  /** Chunks a second. */
  readonly ingest: Duel<number>;
  readonly searches: readonly MeasuredSearch[];
  readonly recall?: readonly Recall[];
}

/** Both sides take turns, batch by batch and query by query, so that what else the machine does slows both. */
export async function measure(
  { ours, raw, nearest }: Contest,
  corpus: Corpus,
  chunks: number,
): Promise<Measured> {
  const sides = { ours, raw };
  const spent = { ours: 0, raw: 0 };
  let stored = 0;
  let number = 0;
  for await (const batch of corpus.batches(chunks, documentsPerTransaction)) {
    for (const name of inTurns(number)) spent[name] += (await timed(() => sides[name].ingest(batch))).ms;
    number += 1;
    stored += batch.reduce((sum, record) => sum + record.chunks.length, 0);
  }
  await ours.settle();
  await raw.settle();
  const perSecond = (ms: number) => (1000 * stored) / ms;
  const measured: MeasuredSearch[] = [];
  for (const name of searches) {
    const own = ours.searches[name];
    if (own) measured.push({ name, ...(await measureSearch(own, raw.searches[name], corpus.queries)) });
  }
  return {
    chunks: stored,
    ingest: { ours: perSecond(spent.ours), raw: perSecond(spent.raw) },
    searches: measured,
    ...(nearest && { recall: await measureRecall(nearest, corpus.queries) }),
  };
}

const allowedPercents = [100, 10, 1];

async function measureRecall(
  { found, exact }: NonNullable<Contest['nearest']>,
  queries: readonly Query[],
): Promise<Recall[]> {
  const recalls: Recall[] = [];
  for (const allowedPercent of allowedPercents) {
    const counts = { nearest: 0, found: 0 };
    for (const query of queries) {
      const parts = (allParts * allowedPercent) / 100;
      const nearest = await exact(query, parts);
      const own = new Set(await found(query, parts));
      counts.nearest += nearest.length;
      counts.found += nearest.filter((id) => own.has(id)).length;
    }
    recalls.push({ allowedPercent, share: counts.found / counts.nearest });
  }
  return recalls;
}

async function measureSearch(
  ours: Search,
  raw: Search | undefined,
  queries: readonly Query[],
): Promise<Omit<MeasuredSearch, 'name'>> {
  const times = { ours: [] as number[], raw: [] as number[] };
  let found = 0;
  let shared = 0;
  for (const [number, query] of queries.entries()) {
    const pair: Partial<Record<'ours' | 'raw', readonly Found[]>> = {};
    for (const name of inTurns(number)) {
      const search = name === 'ours' ? ours : raw;
      if (!search) continue;
      const { ms, result } = await timed(() => search(query));
      if (number >= warmUps) times[name].push(ms);
      pair[name] = result;
    }
    const own = new Set(pair.ours?.map(({ chunkId }) => chunkId));
    found += pair.raw?.length ?? 0;
    shared += pair.raw?.filter(({ chunkId }) => own.has(chunkId)).length ?? 0;
  }
  return {
    ours: summariseLatency(times.ours),
    ...(raw && { raw: summariseLatency(times.raw), shared: shared / found }),
  };
}

/** Who is first has to make some things warm for both. */
function inTurns(number: number): ('ours' | 'raw')[] {
  return number % 2 === 0 ? ['ours', 'raw'] : ['raw', 'ours'];
}

async function timed<Result>(action: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await action();
  return { ms: performance.now() - started, result };
}
