/**
 * Moves a collection between all pairs of engines, each move killed in the middle and run again.
 *
 *   npm run build && npm run bench -- store/moves [--chunks 100000] [--engines sqlite,postgres,qdrant,chroma]
 *
 * `pincite copy` is killed (SIGKILL) when half of the documents are there, then run to its end, at which it has read each document
 * from both stores and compared. Each move goes to an empty store, and the last one's is compared with the first. The servers are
 * those of the tests: PostgreSQL without fsync, Qdrant the program of `PINCITE_TEST_QDRANT_BINARY`. The chunks are those of
 * `retrieval/latency`, from `../shared/data/train`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../../src/index.ts';
import { startChroma } from '../../test/support/chroma-server.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { isEmulated, startQdrant } from '../../test/support/qdrant-server.ts';
import { mostPassagesPerChunk, openPassageStore } from '../retrieval/passage-store.ts';
import { readPassages } from './texts.ts';

const { values } = parseArgs({
  options: {
    chunks: { type: 'string', default: '100000' },
    engines: { type: 'string', default: 'sqlite,postgres,qdrant,chroma' },
  },
});
const chunks = Number(values.chunks);
const cache = path.join(import.meta.dirname, '../../node_modules/.cache/bench-latency');
const program = path.join(import.meta.dirname, '../../dist/cli.mjs');
const betweenLooksMs = 1000;

interface Place {
  readonly url: string;
  remove(): Promise<void>;
}

/** Each gives an empty store. */
const engines: Readonly<Record<string, () => Promise<Place>>> = {
  async sqlite() {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-moves-'));
    return { url: `sqlite:${folder}`, remove: () => rm(folder, { recursive: true }) };
  },
  async chroma() {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-moves-'));
    const server = await startChroma(path.join(folder, 'server'));
    const remove = async () => {
      await server.kill();
      await rm(folder, { recursive: true });
    };
    return { url: `${server.url}?beside=${path.join(folder, 'beside')}`, remove };
  },
  async postgres() {
    const server = await startPostgres();
    return { url: server.url, remove: () => server.kill() };
  },
  async qdrant() {
    if (isEmulated) throw new Error('PINCITE_TEST_QDRANT_BINARY names no Qdrant');
    const server = await startQdrant();
    return { url: server.url.replace('http:', 'qdrant:'), remove: () => server.kill() };
  },
};

/** The engines after the first one, in an order in which each follows each other one once; it ends with the first. */
function* circuit([first, ...others]: readonly string[]): Generator<string> {
  for (const [index, other] of others.entries()) {
    yield other;
    if (index === 0) yield* circuit(others);
    yield first!;
  }
}

function startCopy(from: string, to: string): ChildProcess {
  return spawn(process.execPath, [program, 'copy', from, to, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function documentsIn(store: string): Promise<number> {
  await using kb = await openKnowledgeBase({ store, embedding: { adapt: 'off' } });
  return (await kb.collections()).reduce((sum, { documentCount }) => sum + documentCount, 0);
}

/** Seconds until it was killed. */
async function copyHalf(from: string, place: Place, documents: number): Promise<number> {
  const started = performance.now();
  const child = startCopy(from, place.url);
  child.stdout!.resume();
  const ended = once(child, 'exit');
  while ((await documentsIn(place.url)) < documents / 2) {
    if (child.exitCode !== null) throw new Error('It ended before it could be killed.');
    await sleep(betweenLooksMs);
  }
  child.kill('SIGKILL');
  await ended;
  return (performance.now() - started) / 1000;
}

interface Copied {
  readonly seconds: number;
  readonly documentsInserted: number;
  readonly documentsSkipped: number;
  readonly documentsChecked: number;
}

async function copyAll(from: string, to: string): Promise<Copied> {
  const started = performance.now();
  const child = startCopy(from, to);
  let printed = '';
  child.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`pincite copy ended with ${String(code)}: ${printed}`);
  return { ...(JSON.parse(printed) as Copied), seconds: (performance.now() - started) / 1000 };
}

console.log(`${cpus().length} cores, Node.js ${process.version}`);
const texts = await readPassages(chunks * mostPassagesPerChunk);
if (texts === undefined) console.log('skipped: ../shared/data/train is not there');
else {
  await (await openPassageStore(texts, { folder: cache, chunks, collections: ['default'] })).close();
  const names = values.engines.split(',');
  const first = `sqlite:${path.join(cache, `${chunks}-in-1`)}`;
  const documents = await documentsIn(first);
  console.log(`${chunks.toLocaleString('en')} chunks in ${documents.toLocaleString('en')} documents`);
  if (names[0] !== 'sqlite') throw new Error('The first of the engines is sqlite.');
  const places: Place[] = [];
  let at: Pick<Place, 'url'> = { url: first };
  let before = 'sqlite';
  try {
    for (const name of circuit(names)) {
      const place = await engines[name]!();
      places.push(place);
      const half = await copyHalf(at.url, place, documents);
      const { seconds, ...counts } = await copyAll(at.url, place.url);
      console.log(
        `${before} to ${name}: killed after ${half.toFixed(0)} s, ended after ${seconds.toFixed(0)} s more; ` +
          `${counts.documentsSkipped} were there, ${counts.documentsInserted} came, ${counts.documentsChecked} alike`,
      );
      if (places.length > 1) await places.shift()!.remove();
      [at, before] = [place, name];
    }
    const { documentsInserted, documentsChecked } = await copyAll(first, at.url);
    console.log(`the last beside the first: ${documentsInserted} lacking, ${documentsChecked} alike`);
  } finally {
    for (const place of places) await place.remove();
  }
}
