import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLine } from './started-program.ts';

export interface PostgresServer {
  /** Without a schema. */
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

/**
 * Starts PGlite with pgvector in a process of its own, which ends with this one.
 * @param options.folder where data outlives the process; in memory unless given
 */
export async function startPostgres({ folder = 'memory://', port = 0 } = {}): Promise<PostgresServer> {
  const runner = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs');
  const program = fileURLToPath(new URL('postgres-program.ts', import.meta.url));
  const child = fork(runner, [program, folder, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const printed = await firstLine(child, 'PostgreSQL');
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${printed}/postgres`,
    port: Number(printed),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
