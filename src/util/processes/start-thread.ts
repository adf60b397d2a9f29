import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread that runs the text of a CommonJS program, which needs no file beside the code, whatever bundles that.
 * It runs the same where Node was told to take text for a module (`--input-type=module`, on the command line or in
 * `NODE_OPTIONS`): a thread would inherit that.
 */
export function startThread(program: string, options: Omit<WorkerOptions, 'eval' | 'execArgv'>): Worker {
  const require = `process.getBuiltinModule('node:module').createRequire(process.execPath)`;
  return new Worker(`((require) => {${program}\n})(${require});`, { ...options, eval: true, execArgv: [] });
}
