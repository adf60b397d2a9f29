import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBindings, startServer } from '../../src/store/chroma/local-server.ts';
import { freePort } from './free-port.ts';

export interface ChromaServer {
  /** Without the folder beside it. */
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

/** The program `chroma`, where another server than that of the client's package is to be run. */
const binary: string | undefined = process.env['PINCITE_TEST_CHROMA_BINARY'] || undefined;

/** Starts Chroma over a folder in a process of its own, which ends with this one. */
export async function startChroma(folder: string, given?: number): Promise<ChromaServer> {
  const port = given ?? (await freePort());
  if (binary !== undefined) return startBinary(binary, folder, port);
  const server = await startServer(folder, port);
  return { url: `chroma://127.0.0.1:${server.port}`, port: server.port, kill: server.stop };
}

async function startBinary(program: string, folder: string, port: number): Promise<ChromaServer> {
  const options = ['run', '--path', folder, '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(program, options, {
    stdio: 'ignore',
    env: { ...process.env, ANONYMIZED_TELEMETRY: 'false' },
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/v2/heartbeat`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null)
      throw new Error(`The Chroma server ended with ${child.exitCode} before it listened.`);
    await sleep(50);
  }
  return {
    url: `chroma://127.0.0.1:${port}`,
    port,
    async kill() {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      end();
      await once(child, 'exit');
    },
  };
}

/** Why tests over Chroma are left out here, if they are. */
export const noChroma = binary === undefined ? whyNot() : undefined;

function whyNot(): string | undefined {
  try {
    findBindings();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
