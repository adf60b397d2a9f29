/**
 * A Chroma server over a folder, for this machine alone. The first process that needs it starts it, and ends it when it
 * closes its store; others that open the folder meanwhile use the same one, since two over one folder would not see each
 * other's changes. It ends with the process that started it, however that ends.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, StoreError } from '../../errors.ts';
import { makeFolder } from '../../util/files/make-folder.ts';
import { requireIn, requireOfPackage } from '../../util/files/package-folder.ts';

export interface LocalServer {
  readonly port: number;
  /** Ends it where this process has started it. */
  stop(): Promise<void>;
}

const host = '127.0.0.1';
const longestStartMs = 30_000;

/** What the process of the server runs: the server has one thread for itself, the other waits for the end of ours. */
const program = `
  const { Worker } = require('node:worker_threads');
  const [bindings, folder, port] = process.argv.slice(1);
  const args = ['chroma', 'run', '--path', folder, '--host', '${host}', '--port', port];
  new Worker('const { bindings, args } = require("node:worker_threads").workerData; require(bindings).cli(args);', {
    eval: true,
    workerData: { bindings, args },
  });
  process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
`;

/** The server that runs over the folder, or else a new one. To be called by one process at a time. */
export async function joinOrStart(folder: string): Promise<LocalServer> {
  const note = noteIn(folder);
  const running = await readNote(note);
  if (running && (await answers(running.port))) return { port: running.port, stop: async () => {} };
  const server = await startServer(dataIn(folder));
  await writeFile(note, JSON.stringify({ process: server.process.pid, port: server.port }));
  return server;
}

/** Removes all that servers have kept over the folder. @throws StoreError when one still runs. */
export async function emptyFolder(folder: string): Promise<void> {
  const running = await readNote(noteIn(folder));
  if (running && (await answers(running.port))) {
    throw new StoreError(`Another program runs the Chroma server over ${folder}.`, {
      hint: 'Close it, and try again.',
      context: { location: folder },
    });
  }
  await rm(dataIn(folder), { recursive: true, force: true });
}

const noteIn = (folder: string) => join(folder, 'chroma-server.json');
const dataIn = (folder: string) => join(folder, 'chroma');

/** @returns `undefined` where none was started, or its process has ended. */
async function readNote(file: string): Promise<{ port: number } | undefined> {
  try {
    const note = JSON.parse(await readFile(file, 'utf8')) as { process: number; port: number };
    process.kill(note.process, 0);
    return note;
  } catch {
    return undefined;
  }
}

/**
 * @param port a free one unless given
 * @throws ConfigError when the package with the server is not installed, StoreError when it does not start.
 */
export async function startServer(
  folder: string,
  port?: number,
): Promise<LocalServer & { readonly process: ChildProcess }> {
  const bindings = findBindings();
  await makeFolder(folder);
  const chosen = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    ['--input-type=commonjs', '-e', program, bindings, folder, String(chosen)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
      detached: process.platform !== 'win32', // Ctrl-C is for us: we end it when we have done
    },
  );
  // Neither keeps this process from ending.
  child.unref();
  (child.stdin as unknown as { unref(): void }).unref();
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref(); // this process waits for its end
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const deadline = performance.now() + longestStartMs;
  while (!(await answers(chosen))) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (!hasEnded && performance.now() < deadline) {
      await sleep(25);
      continue;
    }
    await stop();
    throw new StoreError(`The Chroma server over ${folder} does not start.`, {
      hint: 'Start one yourself (`npx chroma run --path ./folder`), and give its address as `store` chroma://host:port.',
      context: { location: folder },
    });
  }
  return { port: chosen, stop, process: child };
}

/** Where the server of this machine's kind is installed. @throws ConfigError when it is not. */
export function findBindings(): string {
  const kind = [process.platform, process.arch];
  const suffix = process.platform === 'linux' ? '-gnu' : process.platform === 'win32' ? '-msvc' : '';
  const name = `chromadb-js-bindings-${kind.join('-')}${suffix}`;
  try {
    const client = requireOfPackage().resolve('chromadb');
    return requireIn(client).resolve(name); // it comes with the client
  } catch (cause) {
    throw new ConfigError(
      `A Chroma server over a folder needs the package "${name}", which is not installed.`,
      {
        hint: 'Run `npm install chromadb@3`, which brings it where there is one for this machine, or start a server elsewhere and give its address as `store` chroma://host:port.',
        context: { package: name },
        cause,
      },
    );
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function answers(port: number): Promise<boolean> {
  try {
    const { ok } = await fetch(`http://${host}:${port}/api/v2/heartbeat`, {
      signal: AbortSignal.timeout(2_000),
    });
    return ok;
  } catch {
    return false;
  }
}
