import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/cli.mjs', import.meta.url));

export interface ServedProgram extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
  /** Resident memory in mebibytes. */
  rss(): number;
  /** Ends it by a signal, and waits until it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** `pincite serve` as a process of its own, on a free port. */
export async function startProgram(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServedProgram> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PINCITE_SERVER_LOG: 'error', ...env },
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server has ended before it listened.'))),
  ])) as [string];
  const { url } = JSON.parse(line) as { url: string };
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    url,
    process: child,
    rss: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
    end,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) await end('SIGKILL');
    },
  };
}
