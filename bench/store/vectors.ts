/**
 * Exact vector search in a store on disk, over made-up clustered vectors: time of the first search without and with
 * the derived file, warm searches with filters that allow a thousandth, a hundredth, a tenth and all of the chunks,
 * recall against 64-bit brute force, memory; beside a scan of float32 vectors in JavaScript.
 *
 *   node --import jiti/register bench/store/vectors.ts [--chunks 100000] [--dimensions 256] [--queries 50] [--limit 25]
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import { parseFilter } from '../../src/store/filter/parse-filter.ts';
import { openConnection, writeTransaction } from '../../src/store/sqlite/database/connection.ts';
import { cosine, normOf } from '../../src/store/sqlite/search/cosine.ts';
import type { SqlDatabase } from '../../src/store/sqlite/database/driver.ts';
import { metadataKey } from '../../src/store/sqlite/filter/filter-fields.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { topPositions } from '../../src/util/lists/top-positions.ts';
import { packVector } from '../../src/store/sqlite/vectors/vectors.ts';
import type { ScoredChunk, Store } from '../../src/store/store.ts';
import { createRandom } from '../../src/util/random.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    dimensions: { type: 'string', default: '256' },
    queries: { type: 'string', default: '50' },
    limit: { type: 'string', default: '25' },
  },
});
const [chunks, dimensions, queryCount, limit] = [
  Number(values.chunks),
  Number(values.dimensions),
  Number(values.queries),
  Number(values.limit),
];
const chunksPerDocument = 20;
const clusters = 1000;
const collection = 'bench';
const comparedQueries = 5;

/** Unit vectors around a thousand centres, the same ones each time. */
function* clusteredVectors(count: number, seed: number): Generator<Float32Array> {
  const centreRandom = createRandom(1);
  const random = createRandom(seed);
  const centres = Array.from({ length: clusters }, () =>
    Float32Array.from({ length: dimensions }, () => centreRandom() - 0.5),
  );
  for (let index = 0; index < count; index += 1) {
    const centre = centres[Math.floor(random() * clusters)] as Float32Array;
    const vector = centre.map((value) => value + 0.6 * (random() - 0.5));
    const norm = normOf(vector);
    yield vector.map((value) => value / norm);
  }
}

function fillDatabase(database: SqlDatabase): void {
  const insert = {
    document: database.prepare(
      `INSERT INTO documents (collection_id, document_id, chunk_count, total_tokens, bytes, record)
       VALUES (1, ?, ?, 0, 0, '{}')`,
    ),
    field: database.prepare(
      'INSERT INTO document_fields (collection_id, document, key, value, position) VALUES (1, ?, ?, ?, -1)',
    ),
    chunk: database.prepare(
      `INSERT INTO chunks (collection_id, document, chunk_id, sequence, char_start, char_end, content_hash, kind,
       token_count, char_count, overlap_prev_chars, overlap_next_chars, unique_start, unique_end, level,
       chunking_method, total_chunks, term_count)
       VALUES (1, ?, ?, ?, 0, 0, x'00', x'00', 0, 0, 0, 0, 0, 0, 3, x'00', 0, 0)`,
    ),
    vector: database.prepare('INSERT INTO vectors (chunk, vector) VALUES (?, ?)'),
  };
  let document = 0;
  let index = 0;
  for (const vector of clusteredVectors(chunks, 2)) {
    if (index % chunksPerDocument === 0) {
      const number = index / chunksPerDocument;
      document = insert.document.run([Buffer.from(`d${number}`), chunksPerDocument]).lastInsertRowid;
      insert.field.run([document, metadataKey('part'), (number % 1000) + 0.5]);
    }
    const id = insert.chunk.run([
      document,
      Buffer.from(`c${index}`),
      index % chunksPerDocument,
    ]).lastInsertRowid;
    insert.vector.run([id, packVector(vector)]);
    index += 1;
  }
}

async function timed<Result>(
  action: () => Promise<Result> | Result,
): Promise<{ ms: number; result: Result }> {
  const started = performance.now();
  const result = await action();
  return { ms: performance.now() - started, result };
}

function report(label: string, times: readonly number[], note = ''): void {
  const [median, p95] = [quantile(0.5, times), quantile(0.95, times)];
  console.log(`${label.padEnd(28)} p50 ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms${note}`);
}

async function measureSearches(store: Store, queries: readonly Float32Array[]): Promise<void> {
  for (const share of [undefined, 0.001, 0.01, 0.1, 1]) {
    const filter = share === undefined ? undefined : parseFilter({ part: { $lt: share * 1000 } });
    const scope = { collection, limit, ...(filter && { filter }) };
    const first = await timed(() => store.searchVector(queries[0] as Float32Array, scope));
    const times: number[] = [];
    const before = process.cpuUsage();
    for (const query of queries) times.push((await timed(() => store.searchVector(query, scope))).ms);
    const { user, system } = process.cpuUsage(before);
    const processorMs = (user + system) / 1000 / queries.length;
    report(
      share === undefined ? 'no filter' : `filter ${100 * share} %`,
      times,
      `, processors ${processorMs.toFixed(2)} ms; first ${first.ms.toFixed(1)} ms, ${first.result.length} hits`,
    );
  }
}

/** The best of each query by exact scores, ties by chunk id. */
function bruteForce(queries: readonly Float32Array[]): ScoredChunk[][] {
  const norms = queries.map(normOf);
  const best = queries.map((): ScoredChunk[] => []);
  let index = 0;
  for (const vector of clusteredVectors(chunks, 2)) {
    for (const [at, query] of queries.entries()) {
      const list = best[at] as ScoredChunk[];
      const score = cosine(query, norms[at] as number, vector);
      if (list.length === limit && score < (list.at(-1)?.score ?? 0)) continue;
      list.push({ chunkId: `c${index}`, score });
      list.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
      list.length = Math.min(limit, list.length);
    }
    index += 1;
  }
  return best;
}

/** What a search cost before: a pass over all vectors as floats. */
async function measureScript(queries: readonly Float32Array[]): Promise<void> {
  const rows = new Float32Array(chunks * dimensions);
  let filled = 0;
  for (const vector of clusteredVectors(chunks, 2)) {
    rows.set(vector, filled);
    filled += dimensions;
  }
  const times: number[] = [];
  for (const query of queries) times.push((await timed(() => topPositions(products(query, rows), limit))).ms);
  report('JavaScript, float32', times);
}

function products(query: Float32Array, rows: Float32Array): Float64Array {
  const scores = new Float64Array(chunks);
  for (let row = 0; row < chunks; row += 1) {
    const start = row * dimensions;
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let at = 0; at < dimensions; at += 4) {
      first += (query[at] as number) * (rows[start + at] as number);
      second += (query[at + 1] as number) * (rows[start + at + 1] as number);
      third += (query[at + 2] as number) * (rows[start + at + 2] as number);
      fourth += (query[at + 3] as number) * (rows[start + at + 3] as number);
    }
    scores[row] = first + second + third + fourth;
  }
  return scores;
}

const memory = () => `${Math.round(process.memoryUsage().rss / 1e6)} MB`;
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-vectors-'));
try {
  const url = `sqlite:${folder}`;
  const setUp = await openSqliteStore(url);
  await setUp.ensureCollection({ name: collection, embeddingModel: 'made-up', dimensions, maxTokens: 256 });
  await setUp.close();
  const database = await openConnection(url);
  const filling = await timed(() => writeTransaction(database, () => fillDatabase(database)));
  database.close();
  console.log(
    `${chunks} chunks × ${dimensions}, written in ${(filling.ms / 1000).toFixed(1)} s; ${memory()}`,
  );

  const queries = [...clusteredVectors(queryCount, 3)];
  const scope = { collection, limit };
  const firstQuery = queries[0] as Float32Array;
  const built = await openSqliteStore(url);
  const building = await timed(() => built.searchVector(firstQuery, scope));
  const closing = await timed(() => built.close());
  console.log(
    `first search, no file       ${building.ms.toFixed(0)} ms; closing ${closing.ms.toFixed(0)} ms`,
  );
  for (const name of readdirSync(path.join(folder, 'derived'))) {
    const { size } = await stat(path.join(folder, 'derived', name));
    console.log(`  ${name}: ${(size / 1e6).toFixed(0)} MB, ${(size / chunks).toFixed(0)} bytes a chunk`);
  }

  const opening = await timed(() => openSqliteStore(url));
  const store = opening.result;
  const loading = await timed(() => store.searchVector(firstQuery, scope));
  console.log(
    `open ${opening.ms.toFixed(0)} ms, first search with the file ${loading.ms.toFixed(0)} ms; ${memory()}`,
  );
  await measureSearches(store, queries);
  console.log(`after all searches          ${memory()}`);
  const compared = queries.slice(0, comparedQueries);
  const expected = bruteForce(compared);
  const same = await Promise.all(
    compared.map(async (query, index) => {
      const hits = await store.searchVector(query, scope);
      return JSON.stringify(hits) === JSON.stringify(expected[index]);
    }),
  );
  console.log(
    `equal to brute force        ${same.filter(Boolean).length} of ${same.length}, scores and order`,
  );
  await store.close();
  await measureScript(queries.slice(0, comparedQueries));
} finally {
  await rm(folder, { recursive: true, force: true });
}
