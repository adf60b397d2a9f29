import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openKnowledgeBase, openQueue } from '../../src/index.ts';
import { sha256 } from '../../src/util/ids/hash.ts';

const program = fileURLToPath(new URL('working-process.ts', import.meta.url));
const longestRunMs = 600;

export interface KilledWorkers {
  readonly storeUrl: string;
  readonly queueUrl: string;
  /** An empty one, for the documents. */
  readonly folder: string;
  readonly documents: number;
  readonly kills: number;
  readonly leaseSeconds: number;
  readonly random: () => number;
}

/**
 * Two processes add what is in a queue, and one of them is killed again and again while new documents come, at last both. In
 * the end every document is there once, with its bytes, and nothing is left in the queue.
 */
export async function ingestWhileKilling(run: KilledWorkers): Promise<void> {
  await using queue = await openQueue(run.queueUrl, { leaseSeconds: run.leaseSeconds });
  const hashes: string[] = [];
  const jobs: string[] = [];
  const steady = startWorker(run, { drain: false });
  for (let killed = 0; killed < run.kills; killed += 1) {
    const worker = startWorker(run, { drain: false });
    await worker.ready;
    const folder = join(run.folder, String(killed));
    const count = Math.ceil(run.documents / run.kills);
    hashes.push(...(await writeDocuments(folder, { count, from: killed * count })));
    const { jobId, queued } = await queue.enqueue([folder]);
    assert.equal(queued, count);
    jobs.push(jobId);
    await sleep(run.random() * longestRunMs);
    await kill(worker);
  }
  await kill(steady);
  const last = startWorker(run, { drain: true });
  await last.closed;
  assert.deepEqual([last.errors(), last.child.exitCode], ['', 0]);
  const left = await queue.status();
  assert.deepEqual(left, { waiting: 0, active: 0, retrying: 0, failed: 0, failures: [] });
  let added = 0;
  for (const id of jobs) {
    const { state, documentsStored, documentsSkipped } = await queue.job(id, { limit: 0 });
    assert.equal(state, 'done');
    // What a killed worker had stored and not told of is found there by the next one.
    added += documentsStored + documentsSkipped;
  }
  assert.equal(added, hashes.length);
  await using kb = await openKnowledgeBase({ store: run.storeUrl });
  const stored = await kb.documents();
  assert.deepEqual(stored.map(({ sourceHash }) => sourceHash).sort(), hashes.sort());
  assert.deepEqual([...new Set(stored.map(({ version }) => version))], [1]);
}

/** Gives their hashes. */
async function writeDocuments(
  folder: string,
  { count, from }: { readonly count: number; readonly from: number },
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const hashes: string[] = [];
  for (let number = from; number < from + count; number += 1) {
    const paragraphs = ['north', 'south', 'east'].map(
      (side) => `Station ${number} ${side} measured ${(number * 37) % 101} litres of rain before noon.`,
    );
    const text = `# Report ${number}\n\n${paragraphs.join('\n\n')}\n`;
    await writeFile(join(folder, `${number}.md`), text);
    hashes.push(sha256(text));
  }
  return hashes;
}

interface Worker {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly closed: Promise<unknown>;
  readonly errors: () => string;
}

function startWorker({ storeUrl, queueUrl }: KilledWorkers, { drain }: { readonly drain: boolean }): Worker {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((module) => module.workInProcess(...${JSON.stringify([storeUrl, queueUrl, drain])}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  const closed = once(child, 'close');
  const ready = Promise.race([once(child.stdout, 'data'), closed]);
  child.stdout.resume();
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return { child, ready, closed, errors: () => errors };
}

async function kill({ child, closed, errors }: Worker): Promise<void> {
  child.kill('SIGKILL');
  await closed;
  assert.deepEqual([errors(), child.signalCode], ['', 'SIGKILL']);
}
