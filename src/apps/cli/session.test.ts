import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const session = fileURLToPath(new URL('session.ts', import.meta.url));

it('ends at once at the second Ctrl-C, and says so', async () => {
  const program = `
    const work = (signal) => new Promise(() => {
      signal.addEventListener('abort', () => process.stdout.write('stopping'));
      setInterval(() => {}, 1000);
      process.stdout.write('working');
    });
    require('jiti').createJiti(${JSON.stringify(session)}).import(${JSON.stringify(session)})
      .then(({ interruptible }) => interruptible(work));`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = once(child, 'close');
  for (const said of ['working', 'stopping']) {
    expect(String((await once(child.stdout, 'data'))[0])).toBe(said);
    child.kill('SIGINT');
  }
  expect(await ended).toEqual([130, null]);
  expect(stderr).toBe('Ended at once; what was not stored yet is not there.\n');
});
