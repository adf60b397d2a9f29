import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { postgresPrograms, type PostgresServer, startBinary } from './postgres-binary.ts';
import { firstLine } from './started-program.ts';

export type { PostgresServer };

interface PostgresOptions {
  /** Where data outlives the process. */
  readonly folder?: string;
  readonly port?: number;
  /** Of a real one. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a server with pgvector in a process of its own, which ends with this one: a real one where there is one, else PGlite. */
export async function startPostgres({
  folder,
  port,
  settings,
}: PostgresOptions = {}): Promise<PostgresServer> {
  if (postgresPrograms === undefined)
    return startPglite({ ...(folder && { folder }), ...(port && { port }) });
  return startBinary(postgresPrograms, { folder, settings, ...(port && { port }) });
}

/** Starts PGlite, which has one session. */
export async function startPglite({
  folder = 'memory://',
  port,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const runner = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs');
  const program = fileURLToPath(new URL('postgres-program.ts', import.meta.url));
  const child = fork(runner, [program, folder, String(port ?? (await freePort()))], {
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
