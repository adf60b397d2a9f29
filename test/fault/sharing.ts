import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Sharing } from './sharing-process.ts';
import { expectWhole } from './state.ts';

const program = fileURLToPath(new URL('sharing-process.ts', import.meta.url));
const writers = ['north', 'south'];

/**
 * Two processes write and two read one folder: none fails, and no reader sees half a change. Gives how often they wrote
 * and read.
 */
export async function shareFolder(
  folder: string,
  durationMs: number,
): Promise<{ readonly writes: number; readonly reads: number }> {
  const roles = [
    ...writers.map((name) => [name, 'write'] as const),
    ['one', 'read'],
    ['two', 'read'],
  ] as const;
  const rounds = await Promise.all(
    roles.map(([name, role]) => run({ folder, name, role, writers, durationMs })),
  );
  const store = await expectWhole(folder);
  await store.close();
  const [north = 0, south = 0, one = 0, two = 0] = rounds;
  return { writes: north + south, reads: one + two };
}

async function run(sharing: Sharing): Promise<number> {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((module) => module.share(${JSON.stringify(sharing)}))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  assert.equal(errors, '');
  assert.equal(code, 0);
  return Number(output);
}
