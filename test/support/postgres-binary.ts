/**
 * A real PostgreSQL with pgvector. `PINCITE_TEST_POSTGRES_BIN` is the folder of its programs; unless given it is that of Debian's newest
 * server that has pgvector. Empty, it says that there is none.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

export interface PostgresServer {
  /** Without a schema. */
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

const debian = '/usr/lib/postgresql';

export const postgresPrograms: string | undefined =
  (process.env['PINCITE_TEST_POSTGRES_BIN'] ?? findDebian()) || undefined;

/** Why tests that need several sessions are left out here, if they are; for their titles. */
export const noRealPostgres =
  postgresPrograms === undefined
    ? ': no PostgreSQL with pgvector is installed, and PINCITE_TEST_POSTGRES_BIN names none'
    : undefined;

function findDebian(): string | undefined {
  if (!existsSync(debian)) return undefined;
  const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
  const version = versions.find((one) => existsSync(`/usr/share/postgresql/${one}/extension/vector.control`));
  return version && `${debian}/${version}/bin`;
}

/** PostgreSQL refuses to run as root. */
export const unprivileged: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? idsOf('postgres', 'nobody') : {};

/** Of the first user that there is. */
function idsOf(...names: readonly string[]) {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] = names.flatMap((name) => users.filter(([known]) => known === name))[0] ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Makes a folder that only the server's user can read. */
export async function ownFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { uid, gid } = unprivileged;
  if (uid !== undefined) await chown(folder, uid, gid!);
}

/** That a crash of the machine would lose what was committed does not matter here; that of the server does not. */
const usualSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  log_min_messages: 'panic',
};

const longestStartMs = 60_000;

/** Starts the server over a folder, on the loopback address; it ends with this process. */
export async function startBinary(
  programs: string,
  {
    folder,
    port = 0,
    settings = {},
  }: {
    readonly folder: string | undefined;
    readonly port?: number;
    readonly settings?: Readonly<Record<string, string>> | undefined;
  },
): Promise<PostgresServer> {
  const data = folder ?? (await mkdtemp(join(tmpdir(), 'pincite-postgres-')));
  await ownFolder(data);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const how = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await promisify(execFile)(join(programs, 'initdb'), how, { cwd: data, ...unprivileged });
  }
  await endFormer(data);
  const ownPort = port || (await freePort());
  const given = Object.entries({ ...usualSettings, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(ownPort), ...given], {
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit'],
    ...unprivileged,
  });
  // At once, without saving: its processes end with it, which SIGKILL would leave.
  const end = () => child.kill('SIGQUIT');
  process.once('exit', end);
  const url = `postgres://postgres:postgres@127.0.0.1:${ownPort}/postgres`;
  await answering(url, () => child.exitCode ?? child.signalCode);
  return {
    url,
    port: ownPort,
    async kill() {
      process.off('exit', end);
      if (child.exitCode === null && child.signalCode === null) {
        end();
        await once(child, 'exit');
      }
      if (folder === undefined) await rm(data, { recursive: true, force: true });
    },
  };
}

/** One of a process that was killed may still be going down. */
async function endFormer(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const [pid] = (await readFile(file, 'utf8')).split('\n');
  while (await isThere(`/proc/${pid}`)) await sleep(20);
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

export async function answering(url: string, ended: () => number | string | null): Promise<void> {
  const started = performance.now();
  for (;;) {
    const end = ended();
    if (end !== null) throw new Error(`The PostgreSQL server ended with ${end} before it listened.`);
    const client = new Client(url);
    client.on('error', () => {});
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) return;
    if (performance.now() - started > longestStartMs) throw new Error('The PostgreSQL server did not begin.');
    await sleep(20);
  }
}
