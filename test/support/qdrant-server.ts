import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { qdrantBinary, startBinary } from './qdrant-binary.ts';
import { hasOpenApi } from './qdrant/openapi.ts';
import { firstLine } from './started-program.ts';

/** Whether `startQdrant` can start one. */
export const hasQdrant = qdrantBinary !== undefined || hasOpenApi;
/** Whether that is the server of the tests, with its `/__test/` requests. */
export const isEmulated = qdrantBinary === undefined;

export interface QdrantServer {
  readonly url: string;
  readonly port: number;
  /** Kills it, as a power cut would. */
  kill(): Promise<void>;
}

export interface QdrantOptions {
  /** Where data outlives the process. */
  readonly folder?: string | undefined;
  readonly port?: number | undefined;
  /** What every request has to carry. */
  readonly apiKey?: string | undefined;
  /** Whether collections have the strict mode of Qdrant's cloud: no filter without an index. */
  readonly isStrict?: boolean | undefined;
}

/**
 * Starts a Qdrant server in a process of its own, which ends with this one: the program that `PINCITE_TEST_QDRANT_BINARY`
 * names, or else one of ours that follows Qdrant's OpenAPI document, which it needs. Of what the document has, ours does what
 * the store asks for, and refuses the rest. Its searches are exact.
 *
 * `POST /__test/die-before` and `/__test/die-after` with `{ "operations": n }` end it at the n-th change from then,
 * before it is kept or before it is acknowledged; `GET /__test/requests` counts the requests by path.
 */
export async function startQdrant(options: QdrantOptions = {}): Promise<QdrantServer> {
  return qdrantBinary === undefined ? startEmulated(options) : startBinary(qdrantBinary, options);
}

async function startEmulated({
  folder,
  port: given,
  apiKey,
  isStrict = false,
}: QdrantOptions): Promise<QdrantServer> {
  const port = given ?? (await freePort());
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
