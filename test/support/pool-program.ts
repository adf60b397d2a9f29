/** A program that runs a task of a hostile process for as long as it may, and says which process that is. */
import { ProcessPool } from '../../src/util/processes/process-pool.ts';
import type { HostileTasks } from './hostile-process.ts';

const [task, timeoutMs] = process.argv.slice(-2);
const limits = { timeoutMs: Number(timeoutMs), maxMemoryMb: 500 };
const pool = new ProcessPool<HostileTasks>(() => new URL('hostile-process.ts', import.meta.url), { most: 1 });
process.send!(await pool.run('pid', undefined, limits));
await pool.run(task as 'wait', 60_000, limits);
