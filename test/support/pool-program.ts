/** A program that runs a task of a hostile process, and says which one that is. */
import { ProcessPool } from '../../src/util/processes/process-pool.ts';
import type { HostileTasks } from './hostile-process.ts';

const limits = { timeoutMs: 60_000, maxMemoryMb: 500 };
const pool = new ProcessPool<HostileTasks>(new URL('hostile-process.ts', import.meta.url), { most: 1 });
process.send!(await pool.run('pid', undefined, limits));
await pool.run(process.argv.at(-1) as 'wait', 60_000, limits);
