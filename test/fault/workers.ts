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
  /** As long as there is anything to do. */
  readonly kills: number;
  readonly leaseSeconds: number;
  readonly random: () => number;
}

/**
 * Two processes add what is in a queue, and one of them is killed again and again. In the end every document is there once,
 * with its bytes, and nothing is left in the queue. Gives how often a process was killed.
 */
export async function ingestWhileKilling(run: KilledWorkers): Promise<number> {
  const hashes = await writeDocuments(run.folder, run.documents);
  await using queue = await openQueue(run.queueUrl, { leaseSeconds: run.leaseSeconds });
  const { jobId, queued } = await queue.enqueue([run.folder]);
  assert.equal(queued, run.documents);
  const steady = finish(startWorker(run));
  const killed = await killWorkers(run);
  await steady;
  const left = await queue.status();
  assert.deepEqual(left, { waiting: 0, active: 0, retrying: 0, failed: 0, failures: [] });
  const { state, counts, documentsStored, documentsSkipped } = await queue.job(jobId, { limit: 0 });
  assert.deepEqual({ state, done: counts.done }, { state: 'done', done: run.documents });
  // What a killed worker had stored and not told of is found there by the next one.
  assert.equal(documentsStored + documentsSkipped, run.documents);
  await using kb = await openKnowledgeBase({ store: run.storeUrl });
  const stored = await kb.documents();
  assert.deepEqual(stored.map(({ sourceHash }) => sourceHash).sort(), hashes.sort());
  assert.deepEqual([...new Set(stored.map(({ version }) => version))], [1]);
  return killed;
}

/** Gives their hashes. */
async function writeDocuments(folder: string, count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const hashes: string[] = [];
  for (let number = 0; number < count; number += 1) {
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
  readonly closed: Promise<unknown>;
  readonly errors: () => string;
}

function startWorker({ storeUrl, queueUrl }: KilledWorkers): Worker {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((module) => module.workUntilDrained(...${JSON.stringify([storeUrl, queueUrl])}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stdout.resume();
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return { child, closed: once(child, 'close'), errors: () => errors };
}

async function finish({ child, closed, errors }: Worker): Promise<void> {
  await closed;
  assert.equal(errors(), '');
  assert.equal(child.exitCode, 0);
}

/** Starts one after the other, and kills each at a random moment; the last one finishes. */
async function killWorkers(run: KilledWorkers): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    const worker = startWorker(run);
    if (killed === run.kills) return finish(worker).then(() => killed);
    await Promise.race([once(worker.child.stdout!, 'data'), worker.closed]);
    await Promise.race([sleep(run.random() * longestRunMs), worker.closed]);
    if (worker.child.exitCode !== null) return finish(worker).then(() => killed);
    worker.child.kill('SIGKILL');
    await worker.closed;
    assert.equal(worker.errors(), '');
  }
}
