/** A process whose tasks do what parsers of damaged and hostile files may do. */
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { LoadError } from '../../src/errors.ts';
import { serve, type TaskOptions } from '../../src/util/processes/serve.ts';

const tasks = {
  echo: async (input: unknown) => input,
  pid: async () => process.pid,
  environment: async () => Object.keys(process.env),
  loop: async () => {
    for (;;) Math.random();
  },
  fillHeap: async () => {
    const kept: object[] = [];
    for (;;) kept.push({ kept });
  },
  fillBuffers: async () => {
    const kept: Uint8Array[] = [];
    for (;;) kept.push(new Uint8Array(2 ** 20).fill(1));
  },
  hold: async (bytes: number) => {
    Reflect.set(globalThis, 'held', new Uint8Array(bytes).fill(1));
  },
  abort: async () => process.abort(),
  exit: async () => process.exit(0),
  giveFunction: async () => () => 1,
  rejectLater: async () => {
    void Promise.reject(new Error('nobody catches this'));
    await setTimeout(60_000);
  },
  print: async () => {
    process.stdout.write('printed');
    writeSync(2, 'printed\n');
  },
  fail: async () => {
    throw new LoadError('It is damaged', { hint: 'Get it again.', context: { document: 'a.pdf' } });
  },
  wait: async (ms: number, { signal }: TaskOptions) => setTimeout(ms, 'waited', { signal }),
  advance: async (times: number, { onProgress }: TaskOptions) => {
    for (let done = 1; done <= times; done++) {
      await setTimeout(200);
      onProgress(done, times);
    }
  },
};
export type HostileTasks = typeof tasks;

serve(tasks);
