import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLine } from './started-program.ts';

export { hasOpenApi } from './qdrant/openapi.ts';

export interface QdrantServer {
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

/**
 * Starts a server that follows Qdrant's OpenAPI document, in a process of its own, which ends with this one. It needs
 * that document: see `hasOpenApi`. Searches are exact. What it does not know it refuses: places on earth, multivectors,
 * formulas, recommendations, embedding models, shards, snapshots.
 *
 * `POST /__test/die-before` and `/__test/die-after` with `{ "operations": n }` end it at the n-th change from then,
 * before it is kept or before it is acknowledged; `GET /__test/requests` counts the requests by path.
 * @param options.folder where data outlives the process; in memory unless given
 * @param options.apiKey what every request has to carry
 * @param options.isStrict whether collections have the strict mode of Qdrant's cloud: no filter without an index
 */
export async function startQdrant({
  folder,
  port = 0,
  apiKey,
  isStrict = false,
}: { folder?: string; port?: number; apiKey?: string; isStrict?: boolean } = {}): Promise<QdrantServer> {
  const runner = join(createRequire(import.meta.url).resolve('jiti/package.json'), '../lib/jiti-cli.mjs');
  const program = fileURLToPath(new URL('qdrant-program.ts', import.meta.url));
  const child = fork(runner, [program, JSON.stringify({ folder, port, apiKey, isStrict })], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const printed = await firstLine(child, 'Qdrant');
  return {
    url: `http://127.0.0.1:${printed}`,
    port: Number(printed),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
