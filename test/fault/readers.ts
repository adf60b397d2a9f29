/** Processes that replace documents, and processes that read them: `soak/readers.ts`, and a short form in the suite. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openKnowledgeBase } from '../../src/index.ts';
import type { Part } from './reader-process.ts';
import { config, replace } from './whole-reads.ts';

const program = fileURLToPath(new URL('reader-process.ts', import.meta.url));

interface Shape {
  readonly storeUrl: string;
  readonly readers: number;
  readonly writers: number;
  readonly durationMs: number;
}

/** None fails, and none tells of two states. Gives how often was written, and each read done. */
export async function readBesideWriters({ storeUrl, readers, writers, durationMs }: Shape): Promise<{
  readonly changes: number;
  readonly reads: Readonly<Record<string, number>>;
}> {
  const names = Array.from({ length: writers }, (_, index) => `writer${'abcdefghij'[index]}`);
  const kb = await openKnowledgeBase({ ...config, store: storeUrl });
  for (const name of names) await replace(kb, name, 0);
  await kb.close();
  const part = { storeUrl, writers: names, durationMs };
  const written = names.map((name) => run({ ...part, writer: name }));
  const read = Array.from({ length: readers }, () => run(part));
  const changes = (await Promise.all(written)).map((counts) => counts['replace'] ?? 0);
  const reads: Record<string, number> = {};
  for (const counts of await Promise.all(read)) {
    for (const [name, count] of Object.entries(counts)) reads[name] = (reads[name] ?? 0) + count;
  }
  return { changes: changes.reduce((sum, count) => sum + count, 0), reads };
}

async function run(part: Part): Promise<Record<string, number>> {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((module) => module.takePart(${JSON.stringify(part)}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(errors, '');
  assert.equal(code, 0);
  return JSON.parse(output) as Record<string, number>;
}
