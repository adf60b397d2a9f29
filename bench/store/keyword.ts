/**
 * The keyword index alone: how fast it is built, its size on disk, and how long queries take, beside FTS5 with its
 * own bm25() over the same terms in the same run. Passages are those of `../shared/data/train`, taken evenly from
 * its sources, or words drawn at random as in natural text.
 *
 *   npm run bench -- store/keyword [--chunks 10000,100000] [--large] [--synthetic] [--no-fts5]
 *
 * Beside the time that passes stands that of the processor, which other programs disturb less.
 *
 *   --large      all 725,000 passages
 *   --synthetic  1,000,000 chunks of 120 words of Zipf's distribution
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import {
  openConnection,
  readTransaction,
  writeTransaction,
} from '../../src/store/sqlite/database/connection.ts';
import type { SqlDatabase } from '../../src/store/sqlite/database/driver.ts';
import { KeywordIndex } from '../../src/store/sqlite/keyword-index/keyword-index.ts';
import { rank } from '../../src/store/sqlite/keyword-index/rank/rank.ts';
import { scoredTerms } from '../../src/store/sqlite/keyword-index/rank/scored-terms.ts';
import { analyseChunk, type ChunkTerms } from '../../src/store/chunk-terms.ts';
import { addPostings, mergePostings } from '../../src/store/sqlite/keyword-index/postings.ts';
import { analyse, analyserId } from '../../src/text/terms/analyser.ts';
import { queryTerms } from '../../src/text/terms/bm25.ts';
import { readPassages, syntheticTexts, type Texts } from './texts.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '10000,100000' },
    large: { type: 'boolean', default: false },
    synthetic: { type: 'boolean', default: false },
    'no-fts5': { type: 'boolean', default: false },
  },
});
const chunksPerDocument = 20;
const limit = 50;
const passages = 725_000;
let nextChunk = 1;
let nextRow = 1;

const sizes = values.large
  ? [passages]
  : values.synthetic
    ? [1_000_000]
    : values.chunks.split(',').map(Number);
for (const size of sizes) {
  const texts = values.synthetic ? syntheticTexts(size) : await readPassages(size);
  if (!texts) {
    console.log('../shared/data/train is not here: try --synthetic');
    break;
  }
  await measure(texts);
}

async function measure(texts: Texts): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-keyword-'));
  try {
    const counts = new Map<string, number>();
    const ours = await openConnection(`sqlite:${path.join(folder, 'ours')}`);
    const fts5 = values['no-fts5'] ? undefined : await openConnection(`sqlite:${path.join(folder, 'fts5')}`);
    await build(texts, { ours, fts5, counts });
    const queries = makeQueries(counts, texts.questions);
    searchOurs(ours, queries);
    if (fts5) searchFts5(fts5, queries);
    console.log(`  resident after the queries: ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`);
    ours.close();
    fts5?.close();
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Databases {
  readonly ours: SqlDatabase;
  readonly fts5: SqlDatabase | undefined;
  /** How many chunks have each term; filled while building. */
  readonly counts: Map<string, number>;
}

async function build(texts: Texts, { ours, fts5, counts }: Databases): Promise<void> {
  const collection = makeCollection(ours);
  fts5?.exec(
    "CREATE VIRTUAL TABLE f USING fts5(body, tokenize = 'ascii', content = '', contentless_delete = 1)",
  );
  const spent = { ours: 0, fts5: 0, postings: 0, lastTenth: 0 };
  let chunks = 0;
  for (const batch of texts.batches(chunksPerDocument)) {
    const terms = batch.map((text) => analyseChunk('', text, 'en'));
    for (const { frequencies } of terms) {
      spent.postings += frequencies.size;
      for (const term of frequencies.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const took = timed(() => writeTransaction(ours, () => addOurs(ours, collection, terms)));
    spent.ours += took;
    if (chunks >= 0.9 * texts.count) spent.lastTenth += took;
    if (fts5) spent.fts5 += timed(() => writeTransaction(fts5, () => addFts5(fts5, terms)));
    chunks += batch.length;
    await nextTurn();
  }
  const merging = timed(() => {
    while (writeTransaction(ours, () => mergePostings(ours, collection, { budget: 200_000, time: 'quiet' })));
  });
  const segments = ours
    .prepare("SELECT count(*) AS count FROM keyword_segments WHERE state = 'live'")
    .get<{ count: number }>();
  const perSecond = (ms: number, share = 1) => Math.round((1000 * share * chunks) / ms);
  console.log(
    `${chunks} chunks, ${(spent.postings / chunks).toFixed(1)} postings each, ${chunksPerDocument} a transaction`,
  );
  console.log(
    `  ours: ${perSecond(spent.ours)} chunks/s (last tenth ${perSecond(spent.lastTenth, 0.1)}), merging when idle ` +
      `${(merging / 1000).toFixed(1)} s, ${segments?.count} segments, ${await indexSize(ours)}`,
  );
  if (fts5) console.log(`  FTS5: ${perSecond(spent.fts5)} chunks/s, ${await indexSize(fts5)}`);
}

function makeCollection(database: SqlDatabase): number {
  const collection = database
    .prepare(
      `INSERT INTO collections (name, embedding_model, dimensions, max_tokens, analyser, created_at)
       VALUES (x'61', 'none', 1, 1, ?, '')`,
    )
    .run([analyserId]).lastInsertRowid;
  return collection;
}

/** Chunk rows are not made: only the index is measured, and it asks for their ids alone. */
function addOurs(database: SqlDatabase, collection: number, terms: readonly ChunkTerms[]): void {
  addPostings(
    database,
    collection,
    terms.map((one) => ({ id: nextChunk++, terms: one })),
  );
}

function addFts5(database: SqlDatabase, terms: readonly ChunkTerms[]): void {
  const insert = database.prepare('INSERT INTO f (rowid, body) VALUES (?, ?)');
  for (const { frequencies } of terms) {
    const body = [...frequencies].map(([term, count]) => `${term} `.repeat(count)).join('');
    insert.run([nextRow++, body]);
  }
}

async function indexSize(database: SqlDatabase): Promise<string> {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const free = database.prepare('PRAGMA freelist_count').get<{ freelist_count: number }>();
  const bytes = (await stat(database.location)).size - 4096 * (free?.freelist_count ?? 0);
  return `${(bytes / 1e6).toFixed(1)} MB on disk`;
}

type Queries = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Lists of terms: common ones, those of real questions, rare ones. */
function makeQueries(counts: ReadonlyMap<string, number>, questions: readonly string[]): Queries {
  const ranked = [...counts].sort((a, b) => b[1] - a[1]).map(([term]) => term);
  const at = (place: number) => ranked[Math.floor(place) % ranked.length] as string;
  const some = Array.from({ length: 200 }, (_, index) => index);
  return {
    'common words (3 of the first 100)': some.map((index) => [
      at((index * 3) % 100),
      at((index * 7 + 5) % 100),
      at((index * 11 + 13) % 100),
    ]),
    'mixed (first 100, 1,000, 10,000)': some.map((index) => [
      at((index * 3) % 100),
      at((index * 37) % 1000),
      at((index * 371) % 10_000),
    ]),
    'questions of 5 terms and more': questions
      .map((question) => [...new Set(analyse(question))])
      .filter((terms) => terms.length >= 5)
      .slice(0, 200),
    'rare words (2)': some.map((index) => [at(20_000 + index * 100), at(30_000 + index * 50)]),
  };
}

function searchOurs(database: SqlDatabase, queries: Queries): void {
  const collection = database.prepare('SELECT max(id) AS id FROM collections').get<{ id: number }>()?.id ?? 0;
  const index = new KeywordIndex({ collectionId: collection, analyser: analyserId });
  const loading = timed(() => readTransaction(database, () => index.catchUp(database)));
  console.log(`  ours, loaded in ${loading.toFixed(0)} ms`);
  const ids = index.segments.flatMap((segment) => [...segment.ids]);
  const shares: [string, Float64Array | undefined][] = [
    ['all', undefined],
    ['10 %', Float64Array.from(ids.filter((id) => Math.imul(id, 0x9e3779b1) >>> 0 < 0.1 * 2 ** 32))],
    ['1 %', Float64Array.from(ids.filter((id) => Math.imul(id, 0x9e3779b1) >>> 0 < 0.01 * 2 ** 32))],
    ['0.1 %', Float64Array.from(ids.filter((id) => Math.imul(id, 0x9e3779b1) >>> 0 < 0.001 * 2 ** 32))],
  ];
  for (const [name, list] of Object.entries(queries)) {
    for (const [share, allowed] of shares) {
      const search = (terms: readonly string[]) =>
        readTransaction(database, () => {
          index.catchUp(database);
          const wanted = { terms: queryTerms(terms.join(' '), ['und']), prefixes: [] };
          return rank(index, { terms: scoredTerms(database, index, wanted), ids: allowed, limit });
        });
      report(`${name}, ${share}`, list, search);
    }
  }
}

function searchFts5(database: SqlDatabase, queries: Queries): void {
  console.log('  FTS5');
  const select = database.prepare(`SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f) LIMIT ${limit}`);
  for (const [name, list] of Object.entries(queries)) {
    report(name, list, (terms) => select.all([terms.map((term) => `"${term}"`).join(' OR ')]));
  }
}

function report(
  name: string,
  queries: readonly (readonly string[])[],
  search: (terms: readonly string[]) => unknown,
): void {
  if (queries.length === 0) return;
  for (const terms of queries.slice(0, 20)) search(terms);
  const processor: number[] = [];
  const times = queries.map((terms) => {
    const before = process.cpuUsage();
    const took = timed(() => search(terms));
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
    return took;
  });
  console.log(`    ${name.padEnd(42)} ${describe(times)} ms; of the processor ${describe(processor)} ms`);
}

function describe(times: readonly number[]): string {
  const [median, most] = [0.5, 0.95].map((share) => quantile(share, times).toFixed(2).padStart(7));
  return `p50 ${median}  p95 ${most}`;
}

function timed(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}
