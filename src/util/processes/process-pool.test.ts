import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import type { HostileTasks } from '../../../test/support/hostile-process.ts';
import { LoadError } from '../../errors.ts';
import { ProcessPool } from './process-pool.ts';

const file = new URL('../../../test/support/hostile-process.ts', import.meta.url);
const limits = { timeoutMs: 20_000, maxMemoryMb: 300 };
const pool = new ProcessPool<HostileTasks>(() => file, { most: 2 });
afterAll(() => pool.leave(pool));

const pidOf = (one = pool) => one.run('pid', undefined, limits);
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
const throwing = () => {
  throw new Error('of the caller');
};
const untilGone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });

it('uses a process again, and as many at once as it may', async () => {
  const pids = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const pid = await pidOf();
      await pool.run('wait', 50, limits);
      return pid;
    }),
  );
  expect(new Set(pids).size).toBe(2);
  expect(pids).not.toContain(process.pid);
});

it('sends plain data there and back', async () => {
  const data = { bytes: new Uint8Array([1, 2]), when: new Date(0), map: new Map([[1, undefined]]) };
  expect(await pool.run('echo', data, limits)).toEqual(data);
});

it('throws what the task throws, in its class', async () => {
  const failing = pool.run('fail', undefined, limits);
  await expect(failing).rejects.toBeInstanceOf(LoadError);
  await expect(failing).rejects.toMatchObject({ hint: 'Get it again.', context: { document: 'a.pdf' } });
});

it.each([
  ['loop', { ...limits, timeoutMs: 1500 }, 'time'],
  ['fillHeap', limits, 'memory'],
  ['fillBuffers', limits, 'memory'],
  ['abort', limits, 'crash'],
  ['exit', limits, 'crash'],
  ['giveFunction', limits, 'crash'],
  ['rejectLater', limits, 'crash'],
] as const)('says why a process ended: %s', async (task, request, reason) => {
  const bystander = pool.run('wait', 100, limits);
  await expect(pool.run(task, undefined, request)).rejects.toMatchObject({ name: 'ProcessEnded', reason });
  expect(await bystander).toBe('waited');
  expect(await pool.run('echo', 'still here', limits)).toBe('still here');
});

it('says that a process did not start', async () => {
  const none = new ProcessPool<HostileTasks>(() => new URL('no-such-file.ts', file), { most: 1 });
  for (const task of ['pid', 'environment'] as const) {
    await expect(none.run(task, undefined, limits)).rejects.toMatchObject({ reason: 'start' });
  }
});

it('gives a task that comes on more time', async () => {
  await pool.run('advance', 10, { ...limits, timeoutMs: 1500 });
});

it('throws what is thrown where progress is told of, and goes on with other tasks', async () => {
  await expect(pool.run('advance', 5, { ...limits, onProgress: throwing })).rejects.toThrow('of the caller');
  expect(await pool.run('echo', 'still here', limits)).toBe('still here');
});

it('does not use a process again that has kept much memory', async () => {
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const before = await pidOf(one);
  expect(await pidOf(one)).toBe(before);
  await one.run('hold', 160 * 2 ** 20, limits);
  expect(await pidOf(one)).not.toBe(before);
});

it('does a task in a new process where its process was killed while it waited', async () => {
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const before = await pidOf(one);
  process.kill(before, 'SIGKILL');
  expect(await pidOf(one)).not.toBe(before);
  await expect(one.run('exit', undefined, limits)).rejects.toMatchObject({ reason: 'crash' });
});

it('tells the task of an abort, and ends a process that does not listen', async () => {
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const before = await pidOf(one);
  const reason = new Error('enough');
  const stopping = (task: 'wait' | 'loop') => {
    const controller = new AbortController();
    const run = one.run(task, 60_000 as never, { ...limits, signal: controller.signal });
    void setTimeout(100).then(() => controller.abort(reason));
    return run;
  };
  await expect(stopping('wait')).rejects.toBe(reason);
  expect(await pidOf(one)).toBe(before);
  await expect(stopping('loop')).rejects.toBe(reason);
  await untilGone(before);
  expect(await pidOf(one)).not.toBe(before);
});

it('lets one that waits for its turn go on abort', async () => {
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const busy = one.run('wait', 300, limits);
  const reason = new Error('enough');
  const signal = AbortSignal.abort(reason);
  await expect(one.run('pid', undefined, { ...limits, signal })).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = one.run('pid', undefined, { ...limits, signal: controller.signal });
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  expect(await busy).toBe('waited');
});

it('hands nothing of the environment on that Node does not need', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'secret');
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const names = await one.run('environment', undefined, limits);
  vi.unstubAllEnvs();
  expect(names).toContain('PATH');
  expect(names.filter((name) => /KEY|PINCITE|VITEST/.test(name))).toEqual(['PINCITE_PROCESS']);
});

it('starts none from one of its own, as a program in one file would do without end', async () => {
  vi.stubEnv('PINCITE_PROCESS', '1');
  const one = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  await expect(one.run('pid', undefined, limits)).rejects.toMatchObject({ reason: 'start' });
  vi.unstubAllEnvs();
});

it('ends processes that have nothing to do, after a while and when nobody uses the pool', async () => {
  const short = new ProcessPool<HostileTasks>(() => file, { most: 1, idleMs: 200 });
  await untilGone(await pidOf(short));
  const shared = new ProcessPool<HostileTasks>(() => file, { most: 1 });
  const users = [{}, {}] as const;
  for (const user of users) shared.join(user);
  const pid = await pidOf(shared);
  shared.leave(users[0]);
  shared.leave(users[0]);
  expect(await pidOf(shared)).toBe(pid);
  shared.leave(users[1]);
  await untilGone(pid);
});

/** A program that uses a pool, as others would. */
function startProgram(task: string, timeoutMs = 60_000): ChildProcess {
  const runner = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs');
  const program = fileURLToPath(new URL('../../../test/support/pool-program.ts', import.meta.url));
  const options = [task, String(timeoutMs)];
  return fork(runner, [program, ...options], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
}

it.each(['wait', 'loop'])('leaves no process behind when the program is killed: %s', async (task) => {
  const program = startProgram(task);
  const [pid] = (await once(program, 'message')) as [number];
  await setTimeout(200);
  expect(isAlive(pid)).toBe(true);
  program.kill('SIGKILL');
  await untilGone(pid);
});

it('tells a program with nothing else to do that its task took too long', async () => {
  // Node ends a program that waits for nothing that can come with 13.
  const [code] = (await once(startProgram('loop', 1000), 'close')) as [number];
  expect(code).toBe(1);
});

it('keeps no program alive, and prints nothing of its own', async () => {
  const program = startProgram('print');
  let printed = '';
  for (const stream of [program.stdout!, program.stderr!]) {
    stream.on('data', (text: Buffer) => (printed += text.toString()));
  }
  const [pid] = (await once(program, 'message')) as [number];
  const [code] = (await once(program, 'close')) as [number];
  expect(code).toBe(0);
  expect(printed).toBe('');
  await untilGone(pid);
});
