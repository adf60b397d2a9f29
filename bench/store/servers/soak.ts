import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openKnowledgeBase, openQueue } from '../../../src/index.ts';
import { type ServedProgram, startProgram } from '../../../test/support/served-program.ts';

const cli = path.join(import.meta.dirname, '../../../dist/cli.mjs');
const leaseSeconds = 5;
const documentsPerJob = 20;
const betweenJobsMs = 2000;
const longestDrainMs = 300_000;

export interface Soak {
  /** Of an empty store, and of an empty PostgreSQL for the queue: which may be one. */
  readonly storeUrl: string;
  readonly queueUrl: string;
  /** For the documents. */
  readonly folder: string;
  readonly durationMs: number;
  readonly killEveryMs: number;
}

/**
 * Two servers are asked and two workers add what is queued all the time; again and again one of the four is killed and another takes its place.
 * In the end each document is there as it was queued last, once. Gives what was done. @throws AssertionError
 */
export async function soak({ storeUrl, queueUrl, folder, durationMs, killEveryMs }: Soak): Promise<string> {
  const env = {
    PINCITE_STORE: storeUrl,
    PINCITE_QUEUE: queueUrl,
    PINCITE_SERVER_WORKERS: '0',
    PINCITE_EMBEDDING_ADAPT: 'off',
    PINCITE_SERVER_LIMITS_REQUESTS_PER_MINUTE: '1000000',
  };
  const startWorker = () =>
    spawn(process.execPath, [cli, 'worker'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...env },
    });
  await using queue = await openQueue(queueUrl, { leaseSeconds });
  const servers = await Promise.all([startProgram([], env), startProgram([], env)]);
  const workers = [startWorker(), startWorker()];
  const over = new AbortController();
  const asking = [0, 1].map((index) => askUntil(over.signal, () => servers[index]!));
  const jobs: string[] = [];
  const killing = killUntil(over.signal, killEveryMs, async (turn) => {
    const place = (turn >> 1) % 2;
    if (turn % 2 === 0) {
      await kill(workers[place]!);
      workers[place] = startWorker();
    } else {
      await servers[place]!.end('SIGKILL');
      servers[place] = await startProgram([], env);
    }
  });
  const until = performance.now() + durationMs;
  const wanted = new Map<string, string>();
  try {
    for (let job = 0; performance.now() < until; job += 1) {
      const paths = await writeDocuments(folder, job, wanted);
      jobs.push((await queue.enqueue(paths)).jobId);
      await sleep(betweenJobsMs);
    }
    over.abort();
    const kills = await killing;
    const deadline = performance.now() + longestDrainMs;
    for (;;) {
      const { waiting, active, retrying } = await queue.status();
      if (waiting + active + retrying === 0) break;
      assert.ok(performance.now() < deadline, `${waiting} waiting, ${active} active, ${retrying} retrying`);
      await sleep(500);
    }
    for (const id of jobs) assert.equal((await queue.job(id, { limit: 0 })).state, 'done');
    const documents = await expectAll(storeUrl, wanted);
    const [answered, refused] = (await Promise.all(asking)).reduce(
      ([a, b], [c, d]) => [a + c, b + d],
      [0, 0],
    );
    return `${(durationMs / 60_000).toFixed(1)} minutes: ${kills} processes killed, ${jobs.length} jobs, ${documents} documents as they were queued last, each once; ${answered} searches answered, ${refused} of killed servers`;
  } finally {
    over.abort();
    for (const worker of workers) await kill(worker);
    for (const server of servers) await server[Symbol.asyncDispose]();
  }
}

/** Half of them new, half of them other forms of former ones. */
async function writeDocuments(folder: string, job: number, wanted: Map<string, string>): Promise<string[]> {
  const paths: string[] = [];
  for (let index = 0; index < documentsPerJob; index += 1) {
    const number = job * (documentsPerJob / 2) + index;
    const file = path.join(folder, `${number}.md`);
    const state = `state-${number}-${job}`;
    await writeFile(
      file,
      `# Report ${number}\n\nStation ${number} measured ${(number * 37) % 101} litres of rain before noon, ${state}.\n`,
    );
    wanted.set(file, state);
    paths.push(file);
  }
  return paths;
}

async function expectAll(url: string, wanted: ReadonlyMap<string, string>): Promise<number> {
  await using kb = await openKnowledgeBase({ store: url });
  const documents = await kb.documents();
  assert.equal(documents.length, wanted.size);
  for (const { documentId, sourcePath } of documents) {
    const { text } = await kb.document(documentId);
    assert.ok(
      sourcePath !== undefined && text.includes(`${wanted.get(sourcePath)}.`),
      `${sourcePath} is of another state`,
    );
  }
  const [total] = await kb.stats();
  assert.equal(total!.documents, wanted.size);
  return documents.length;
}

/** Gives how many searches were answered, and how many were not because their server was killed. */
async function askUntil(signal: AbortSignal, server: () => ServedProgram): Promise<[number, number]> {
  let [answered, refused] = [0, 0];
  const body = JSON.stringify({ query: 'How much rain did the station measure?', topK: 5 });
  while (!signal.aborted) {
    const asked = server();
    const response = await fetch(`${asked.url}/v1/search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    }).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    if (response?.status === 200 && text !== undefined) answered += 1;
    else if (response === undefined || text === undefined) {
      await sleep(1000); // that it was killed is known a moment later
      assert.ok(
        asked.process.signalCode !== null || asked !== server(),
        'A server that lives does not answer.',
      );
      refused += 1;
    } else if (response.status !== 404) assert.fail(`${response.status} ${text}`);
    await sleep(20);
  }
  return [answered, refused];
}

async function killUntil(
  signal: AbortSignal,
  everyMs: number,
  killOne: (turn: number) => Promise<void>,
): Promise<number> {
  let kills = 0;
  for (;;) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return kills;
    await killOne(kills);
    kills += 1;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
