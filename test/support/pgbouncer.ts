/** PgBouncer in transaction mode before a PostgreSQL server, where it is installed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { answering, noRealPostgres, ownFolder, unprivileged } from './postgres-binary.ts';
import type { PostgresServer } from './postgres-server.ts';

const program = '/usr/sbin/pgbouncer';

/** Why tests over a pooler are left out here, if they are; for their titles. */
export const noPooler = noRealPostgres ?? (existsSync(program) ? undefined : `: ${program} is missing`);

/** Starts it over a server; it ends with this process. Fewer connections than clients, so that these take turns on each. */
export async function startPooler(server: PostgresServer): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'pincite-pooler-'));
  await ownFolder(folder);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `postgres = host=127.0.0.1 port=${server.port} dbname=postgres user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 500',
  ];
  await writeFile(settings, `${lines.join('\n')}\n`);
  const child = spawn(program, ['-q', settings], {
    stdio: ['ignore', 'ignore', 'ignore'],
    cwd: folder,
    ...unprivileged,
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  await answering(url, () => child.exitCode ?? child.signalCode);
  return {
    url,
    port,
    async kill() {
      process.off('exit', end);
      if (child.exitCode === null && child.signalCode === null) {
        end();
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
