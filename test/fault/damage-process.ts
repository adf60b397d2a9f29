import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Tally } from './damage-trials.ts';

const program = fileURLToPath(new URL('damage-trials.ts', import.meta.url));

/**
 * Runs trials in a process of their own, which an abort would end.
 *
 * @param call such as `damageAtRandom(7, 100)`
 * @throws AssertionError that names the trial that ended it, or in which a wrong text came without an error.
 */
export async function inDamageProcess(call: string): Promise<Tally> {
  const script = `require('jiti').createJiti(${JSON.stringify(program)}).import(${JSON.stringify(program)})
    .then((trials) => trials.${call}).then((tally) => console.log(JSON.stringify({ tally })))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  const last = output.trim().split('\n').at(-1) ?? '';
  assert.equal(code, 0, `ended by ${signal ?? code} in ${last}\n${errors.slice(-3000)}`);
  return (JSON.parse(last) as { tally: Tally }).tally;
}
