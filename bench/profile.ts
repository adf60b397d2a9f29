/**
 * Where processor time goes, by folder of the code, and what memory holds in the end: of adding the 5,183 abstracts of SciFact, all in one process, and of its
 * queries once the code is warm, opening the store included. What the engine, Node and libraries take counts for the folder that calls them.
 *
 *   npm run bench -- profile [--case adding,keyword,hybrid]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openKnowledgeBase } from '../src/index.ts';
import { parseConfig } from '../src/config/config.ts';
import { addDocuments } from '../src/knowledge-base/add/add.ts';
import { closeParts, openParts } from '../src/knowledge-base/parts/parts.ts';
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import { ProcessPool } from '../src/util/processes/process-pool.ts';
import { indexAll } from './index-all.ts';
import { readBeir } from './retrieval/beir.ts';

const { values } = parseArgs({ options: { case: { type: 'string', default: 'adding,keyword,hybrid' } } });
const root = fileURLToPath(new URL('..', import.meta.url));
const { documents, queries } = readBeir(path.join(root, '../shared/data/retrieval/scifact'), 'test');
const inputs = documents.map(({ id, title, text }) => ({
  source: text,
  sourceType: 'text' as const,
  documentId: id,
  title,
}));
/** Queries before those that count, and folders that are listed. */
const warmUps = 100;
const fewestPercent = 2;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const megabytes = (bytes: number) => Math.round(bytes / 1e6);

const folder = await mkdtemp(path.join(tmpdir(), 'pincite-profile-'));
try {
  for (const name of values.case.split(',')) {
    if (name === 'adding') await profileAdding();
    else await profileQueries(name as 'keyword' | 'hybrid');
  }
} finally {
  await rm(folder, { recursive: true });
}

/** No other process helps. */
async function profileAdding(): Promise<void> {
  const readers = new ProcessPool<never>(() => pathToFileURL(root), { most: 0 });
  const store = await openSqliteStore(`sqlite:${path.join(folder, 'adding')}`);
  const parts = await openParts(parseConfig({ embedding: { adapt: 'off' } }), { store, readers });
  await addDocuments(parts, inputs.slice(0, warmUps), { collection: 'warm', returnChunks: false });
  await profile(`adding ${inputs.length} documents`, () =>
    addDocuments(parts, inputs, { returnChunks: false }),
  );
  await closeParts(parts);
}

async function profileQueries(mode: 'keyword' | 'hybrid'): Promise<void> {
  await using kb = await openKnowledgeBase({ store: `sqlite:${path.join(folder, 'queries')}` });
  if ((await kb.collections()).length === 0) await indexAll(kb, inputs);
  const retrieve = async (some: typeof queries) => {
    for (const { text } of some) await kb.retrieve(text, { mode, topK: 10 });
  };
  await retrieve(queries.slice(-warmUps));
  await profile(`${queries.length - warmUps} ${mode} queries`, () => retrieve(queries.slice(0, -warmUps)));
}

async function profile(name: string, work: () => Promise<unknown>): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile: found } = await session.post('Profiler.stop');
  session.disconnect();
  const nodes = new Map(found.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    found.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const shares = new Map<string, number>();
  for (const [index, sample] of (found.samples ?? []).entries()) {
    const { functionName } = nodes.get(sample)!.callFrame;
    if (functionName === '(idle)') continue;
    const own = functionName === '(garbage collector)' ? 'garbage collection' : folderOf(sample);
    shares.set(own, (shares.get(own) ?? 0) + found.timeDeltas![index]!);
  }
  const before = process.memoryUsage();
  collect();
  const after = process.memoryUsage();
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0);
  console.log(`\n${name}: ${(all / 1e6).toFixed(2)} s of processor time`);
  console.log(
    `memory: ${megabytes(before.rss)} MB resident, ${megabytes(before.heapUsed + before.external)} of them objects and buffers,` +
      ` ${megabytes(after.heapUsed + after.external)} after a collection`,
  );
  for (const [own, share] of [...shares].sort((a, b) => b[1] - a[1])) {
    const percent = (100 * share) / all;
    if (percent >= fewestPercent) console.log(`${percent.toFixed(0).padStart(4)} %  ${own}`);
  }

  function folderOf(sample: number): string {
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
      const { url } = nodes.get(id)!.callFrame;
      const at = url.indexOf(`${root}src/`);
      if (at >= 0) return path.dirname(url.slice(at + root.length));
    }
    return 'other';
  }
}
