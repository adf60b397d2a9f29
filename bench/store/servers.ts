/**
 * Searches a second of 1, 2 and 4 `pincite serve` over one PostgreSQL or Qdrant, while documents are written; or a long run in which
 * processes are killed.
 *
 *   npm run build && npm run bench -- store/servers [--engine postgres,qdrant] [--chunks 100000] [--servers 1,2,4] [--seconds 10]
 *     [--connections 8] [--writers 1] [--mode hybrid]
 *   npm run build && npm run bench -- store/servers --url postgres://user@host/database   (a store that has documents already)
 *   npm run build && npm run bench -- store/servers --soak <minutes> [--engine postgres] [--kill-every 20]
 *
 * PostgreSQL is that of the tests (`test/support/postgres-server.ts`), without fsync, with 2 GB of `shared_buffers`; Qdrant the program of `PINCITE_TEST_QDRANT_BINARY`.
 * The chunks are those of `retrieval/latency`, from `../shared/data/train`, copied into the engine. A writer adds a document of
 * three passages ten times a second at most.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { quantile } from '../../src/evaluate/metrics/metrics.ts';
import { type KnowledgeBase, openKnowledgeBase, type TransferProgress } from '../../src/index.ts';
import { load } from '../../test/support/load.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { isEmulated, startQdrant } from '../../test/support/qdrant-server.ts';
import { startProgram } from '../../test/support/served-program.ts';
import { openPassageStore, mostPassagesPerChunk } from '../retrieval/passage-store.ts';
import { soak } from './servers/soak.ts';
import { readPassages, type Texts } from './texts.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    url: { type: 'string' },
    chunks: { type: 'string', default: '100000' },
    servers: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '8' },
    writers: { type: 'string', default: '1' },
    mode: { type: 'string', default: 'hybrid' },
    soak: { type: 'string' },
    'kill-every': { type: 'string', default: '20' },
  },
});
const engineNames = (values.engine ?? (values.soak === undefined ? 'postgres,qdrant' : 'postgres')).split(
  ',',
);
const chunks = Number(values.chunks);
const seconds = Number(values.seconds);
const warmUpSeconds = 2;
const betweenWritesMs = 100;
const passagesPerWrite = 3;
const config = { embedding: { adapt: 'off' } } as const;

interface Engine {
  /** Of an empty store. */
  readonly url: string;
  /** Whether it is making no index any more. */
  isQuiet(): Promise<boolean>;
  end(): Promise<void>;
}

/** As for a machine of 8 GB. */
const memory = { shared_buffers: '2GB', effective_cache_size: '6GB' };

const engines: Readonly<Record<string, () => Promise<Engine>>> = {
  async postgres() {
    const server = await startPostgres({ settings: memory });
    const isQuiet = async () => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      const { rows } = await client.query('SELECT 1 FROM pg_stat_progress_create_index');
      await client.end();
      return rows.length === 0;
    };
    return { url: server.url, isQuiet, end: () => server.kill() };
  },
  async qdrant() {
    if (isEmulated) throw new Error('PINCITE_TEST_QDRANT_BINARY names no Qdrant');
    const server = await startQdrant();
    const result = async <Result>(place: string): Promise<Result> =>
      ((await (await fetch(server.url + place)).json()) as { result: Result }).result;
    const isQuiet = async () => {
      const { collections } = await result<{ collections: { name: string }[] }>('/collections');
      const all = collections.map(({ name }) => result<{ status: string }>(`/collections/${name}`));
      return (await Promise.all(all)).every(({ status }) => status === 'green');
    };
    return { url: server.url.replace('http:', 'qdrant:'), isQuiet, end: () => server.kill() };
  },
};

async function measure(name: string, texts: Texts): Promise<void> {
  const engine = await engines[name]!();
  try {
    const started = performance.now();
    await fill(engine.url, texts);
    console.log(
      `${name}: ${chunks.toLocaleString('en')} chunks, copied in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    for (let quiet = 0; quiet < 3; quiet = (await engine.isQuiet()) ? quiet + 1 : 0) await sleep(1000);
    console.log(`${((performance.now() - started) / 1000).toFixed(0)} s until its indexes are made`);
    await measureAll(engine.url, texts);
  } finally {
    await engine.end();
  }
}

async function measureAll(url: string, texts: Texts): Promise<void> {
  for (const servers of values.servers.split(',').map(Number)) await measureServers(url, servers, texts);
}

const betweenLines = 20_000;

/** Of what takes an hour. */
function tell({ outcome, done, total }: TransferProgress): void {
  if (done % betweenLines === 0) console.log(`  ${outcome}: ${done} of ${total} documents`);
}

async function fill(url: string, texts: Texts): Promise<void> {
  const folder = path.join(import.meta.dirname, '../../node_modules/.cache/bench-latency');
  await using from = await openPassageStore(texts, { folder, chunks, collections: ['default'] });
  await using to = await openKnowledgeBase({ ...config, store: url });
  await from.copyTo(to, { onProgress: tell });
  // The first searches have an index made, where there is to be one; none waits for it.
  for (const query of texts.questions.slice(0, 20)) await to.retrieve(query, { topK: 10 });
}

async function measureServers(url: string, count: number, texts: Texts): Promise<void> {
  const env = {
    PINCITE_STORE: url,
    PINCITE_SERVER_LIMITS_REQUESTS_PER_MINUTE: '1000000',
    PINCITE_SERVER_LIMITS_CONCURRENCY: '64',
    PINCITE_SERVER_WORKERS: '0',
  };
  const servers = await Promise.all(Array.from({ length: count }, () => startProgram([], env)));
  const over = new AbortController();
  const writing = Array.from({ length: Number(values.writers) }, (_, writer) =>
    write(url, { writer, texts, signal: over.signal }),
  );
  try {
    const bodies = texts.questions.slice(0, 500).map((query) => ({ query, topK: 10, mode: values.mode }));
    const connections = Math.ceil(Number(values.connections) / count);
    const ask = (forSeconds: number) =>
      Promise.all(
        servers.map((server, index) =>
          load(`${server.url}/v1/search`, {
            connections,
            seconds: forSeconds,
            bodies: rotated(bodies, index * 31),
          }),
        ),
      );
    await ask(warmUpSeconds);
    const results = await ask(seconds);
    over.abort();
    const written = (await Promise.all(writing)).reduce((sum, one) => sum + one, 0);
    const ms = results.flatMap((one) => one.ms);
    const others = results
      .flatMap(({ statuses }) => Object.entries(statuses))
      .filter(([status]) => status !== '200');
    console.log(
      `  ${count} servers, ${connections * count} connections: ${(ms.length / seconds).toFixed(1)} searches/s, p50 ${quantile(0.5, ms).toFixed(1)}, p95 ${quantile(0.95, ms).toFixed(1)} ms; ` +
        `${written} documents written${others.map(([status, times]) => `, ${times} × ${status}`).join('')}`,
    );
  } finally {
    over.abort();
    await Promise.allSettled(writing);
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
}

const rotated = <Value>(list: readonly Value[], by: number): Value[] => [
  ...list.slice(by),
  ...list.slice(0, by),
];

interface Writing {
  readonly writer: number;
  readonly texts: Texts;
  readonly signal: AbortSignal;
}

/** Gives how many documents it has added or replaced. */
async function write(url: string, { writer, texts, signal }: Writing): Promise<number> {
  await using kb: KnowledgeBase = await openKnowledgeBase({ ...config, store: url });
  let written = 0;
  for (const passages of texts.batches(passagesPerWrite)) {
    if (signal.aborted) break;
    const documentId = `written-${writer}-${written % 200}`;
    const { errors } = await kb.addDocuments(
      [{ source: passages.join('\n\n'), sourceType: 'text', documentId }],
      { returnChunks: false },
    );
    if (errors[0]) throw errors[0].error;
    written += 1;
    await sleep(betweenWritesMs);
  }
  return written;
}

console.log(`${cpus().length} cores, Node.js ${process.version}`);
if (values.soak === undefined) {
  const texts = await readPassages(chunks * mostPassagesPerChunk);
  if (texts === undefined) console.log('skipped: ../shared/data/train is not there');
  else if (values.url !== undefined) await measureAll(values.url, texts);
  else for (const name of engineNames) await measure(name, texts);
} else {
  const database = await engines['postgres']!();
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-soak-'));
  try {
    for (const name of engineNames) {
      const store = name === 'postgres' ? database : await engines[name]!();
      try {
        const told = await soak({
          storeUrl: store.url,
          queueUrl: database.url,
          folder,
          durationMs: Number(values.soak) * 60_000,
          killEveryMs: Number(values['kill-every']) * 1000,
        });
        console.log(`${name}: ${told}`);
      } finally {
        if (store !== database) await store.end();
      }
    }
  } finally {
    await database.end();
    await rm(folder, { recursive: true });
  }
}
