import { startThread } from './start-thread.ts';

/** What a process writes to its standard error before it ends itself for its memory. */
export const memoryMark = 'pincite: memory limit';

/** Works on while the main thread is held up. */
const program = `
  const { writeSync } = require('node:fs');
  const { parent, mostBytes, mark, everyMs } = require('node:worker_threads').workerData;
  setInterval(() => {
    const isTooLarge = process.memoryUsage.rss() > mostBytes;
    if (isTooLarge) writeSync(2, mark);
    if (isTooLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, everyMs);
`;

/** Ends this process when it takes more memory than allowed, of whatever kind, and when its parent is gone. */
export function startWatchdog(mostBytes: number): void {
  const workerData = { parent: process.ppid, mostBytes, mark: memoryMark, everyMs: 50 };
  startThread(program, { workerData, stdout: true, stderr: true }).unref();
}
