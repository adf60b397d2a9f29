/**
 * `npm run soak -- fuzz [--seed N] [--count N] [--first N] [--only TEXT]`: damaged files of every format. Each is read by the loaders in
 * this process, one of eight is also added to a knowledge base (so it is read by a process of its own, cut and embedded): each must
 * come out whole, in well-formed Unicode, or end in a typed error, within the bounds of time and memory. A failure prints
 * its number and the file that it leaves behind. Files below 300 kB in `../shared/data/pdfs` are damaged too, where they
 * are there; `--only` takes files whose names hold that text.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { openKnowledgeBase } from '../src/index.ts';
import { loadDocument } from '../src/load/load.ts';
import { addedOutcome, type FuzzOutcome, fuzzedFile, outcomeOf } from '../test/support/fuzz/fuzzed-file.ts';
import { type Original, writeOriginals } from '../test/support/fuzz/originals.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 20) },
    count: { type: 'string', default: '4000' },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const [seed, count, first] = [Number(values.seed), Number(values.count), Number(values.first)];
const limits = { maxBytes: 2 ** 26, maxPages: 2000, maxChars: 10_000_000 };
/** Of this process's processor time, as other work of the machine does not count. Files have 2 MB at most. */
const mostMs = 20_000;
const mostMemoryMb = 2048;
const addEvery = 8;

async function realPdfs(): Promise<Original[]> {
  const folder = fileURLToPath(new URL('../../shared/data/pdfs/', import.meta.url));
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.pdf')).sort();
  const files: Original[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if ((await stat(file)).size < 300_000) files.push({ name, bytes: new Uint8Array(await readFile(file)) });
  }
  return files;
}

/** Ends the process when one input takes for ever: nothing else can, while it keeps this thread. */
function watch(state: Int32Array): Worker {
  const program = `
    const { workerData: state } = require('node:worker_threads');
    const { writeSync } = require('node:fs');
    let [number, ticks] = [-1, 0]; // counted, as a machine that sleeps has no input that takes for ever
    setInterval(() => {
      const now = Atomics.load(state, 0);
      if (now !== number) [number, ticks] = [now, 0];
      else if ((ticks += 1) > ${(3 * mostMs) / 500}) {
        writeSync(1, 'number ' + number + ' does not end\\n');
        process.kill(process.pid, 'SIGKILL');
      }
    }, 500);`;
  const worker = new Worker(program, { eval: true, workerData: state });
  worker.unref();
  return worker;
}

const own = await writeOriginals();
const real = await realPdfs();
// Made files, of which there are few, are damaged as often as real ones.
const copies = Math.max(1, Math.round(real.length / own.length));
const originals = [...Array.from({ length: copies }, () => own).flat(), ...real].filter(({ name }) =>
  name.includes(values.only),
);
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-fuzz-'));
const kb = await openKnowledgeBase({ store: 'sqlite::memory:', loading: { timeoutMs: 30_000 } });
const counts = new Map<string, number>();
let [failures, added, slowestMs, largestMb] = [0, 0, 0, 0];

function note(number: number, file: Original, { kind, problem }: FuzzOutcome): void {
  const key = `${path.extname(file.name)} ${kind}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  if (problem === undefined) return;
  failures += 1;
  const copy = path.join(folder, `${number}${path.extname(file.name)}`);
  writeFileSync(copy, file.bytes);
  console.log(`number ${number}, ${file.name}: ${kind}: ${problem.slice(0, 300)}\n  ${copy}`);
}

/** What came of an input, where it took more than it may. */
async function within(action: () => Promise<FuzzOutcome>): Promise<FuzzOutcome> {
  const started = process.cpuUsage();
  const outcome = await action();
  const ms = process.cpuUsage(started).user / 1000;
  const mb = process.memoryUsage.rss() / 1e6;
  [slowestMs, largestMb] = [Math.max(slowestMs, ms), Math.max(largestMb, mb)];
  if (ms > mostMs) return { kind: outcome.kind, problem: `took ${Math.round(ms)} ms` };
  return mb > mostMemoryMb ? { kind: outcome.kind, problem: `took ${Math.round(mb)} MB` } : outcome;
}

// As in the processes that read documents.
let leftBehind = 0;
process.on('unhandledRejection', () => (leftBehind += 1));
// The first addition starts processes and reads the model.
await kb.addDocuments([{ source: 'A first document.', sourceType: 'text', documentId: 'first' }]);
const started = performance.now();
const state = new Int32Array(new SharedArrayBuffer(4));
const watcher = watch(state);
for (let number = first; number < first + count; number += 1) {
  Atomics.store(state, 0, number);
  const file = fuzzedFile(originals, seed, number);
  note(number, file, await within(() => outcomeOf(() => loadDocument({ ...file, limits }))));
  if (number % addEvery === 0) {
    added += 1;
    note(number, file, await within(() => addedOutcome(kb, file)));
  }
  if ((number - first + 1) % 500 === 0) console.log(`${number - first + 1} files, ${failures} failures`);
}
await watcher.terminate();
await kb.close();
const seconds = (performance.now() - started) / 1000;
if (leftBehind > 0) console.log(`${leftBehind} errors that a parser left behind`);
for (const [key, times] of [...counts].sort()) console.log(`${key}: ${times}`);
console.log(
  `${count} damaged files, ${added} of them also added, ${failures} failures; slowest ${(slowestMs / 1000).toFixed(1)} s, at most ${Math.round(largestMb)} MB resident (seed ${seed}, ${seconds.toFixed(0)} s).`,
);
if (failures > 0) process.exitCode = 1;
