/**
 * `npm run soak -- load [--seed N] [--runs N] [--first N] [--only TEXT]`: damaged files of every format are read by the processes that read documents: each must
 * come out whole or end in a typed error, within the time limit. A failure prints its number and the file that it leaves behind.
 * Files below 300 kB in `../shared/data/pdfs` are damaged too, where they are there; `--only` takes files whose names hold that text.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadOne, sharedReaders } from '../src/knowledge-base/readers.ts';
import { forEachBounded } from '../src/util/for-each-bounded.ts';
import { fuzzedFile, outcomeOf } from '../test/support/fuzz/fuzzed-file.ts';
import { type Original, writeOriginals } from '../test/support/fuzz/originals.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 20) },
    runs: { type: 'string', default: '10000' },
    first: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});
const [seed, runs, first] = [Number(values.seed), Number(values.runs), Number(values.first)];
const limits = {
  maxBytes: 2 ** 26,
  maxInflatedBytes: 2 ** 26,
  maxPages: 2000,
  maxChars: 10_000_000,
  timeoutMs: 30_000,
  maxMemoryMb: 1024,
};

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

const own = await writeOriginals();
const real = await realPdfs();
// Made files, of which there are few, are damaged as often as real ones.
const copies = Math.max(1, Math.round(real.length / own.length));
const originals = [...Array.from({ length: copies }, () => own).flat(), ...real].filter(({ name }) =>
  name.includes(values.only),
);
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-fuzz-'));
const started = performance.now();
const counts = new Map<string, number>();
let failures = 0;
const numbers = Array.from({ length: runs }, (_, index) => first + index);
await forEachBounded(numbers, 2, async (number) => {
  const { name, bytes } = fuzzedFile(originals, seed, number);
  const { kind, problem } = await outcomeOf(() => loadOne(sharedReaders, { name, bytes, limits }));
  const key = `${path.extname(name)} ${kind}`;
  counts.set(key, (counts.get(key) ?? 0) + 1);
  if (problem !== undefined) {
    failures += 1;
    const file = path.join(folder, `${number}${path.extname(name)}`);
    await writeFile(file, bytes);
    console.log(`number ${number}, ${name}: ${kind}: ${problem.slice(0, 300)}\n  ${file}`);
  }
  if ((number - first + 1) % 1000 === 0) console.log(`${number - first + 1} files, ${failures} failures`);
});
const seconds = (performance.now() - started) / 1000;
for (const [key, count] of [...counts].sort()) console.log(`${key}: ${count}`);
console.log(`${runs} damaged files, ${failures} failures (seed ${seed}, ${seconds.toFixed(0)} s).`);
if (failures > 0) process.exitCode = 1;
