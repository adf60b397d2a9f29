/** A real Qdrant, where `PINCITE_TEST_QDRANT_BINARY` says which program it is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import type { QdrantOptions, QdrantServer } from './qdrant-server.ts';
import { cloudRules } from './qdrant/strict-mode.ts';

export const qdrantBinary: string | undefined = process.env['PINCITE_TEST_QDRANT_BINARY'] || undefined;

/** Of a server that begins with many collections. */
const longestStartMs = 120_000;

/** Starts the program on the loopback address, over a folder; it ends with this process. */
export async function startBinary(
  binary: string,
  { folder, port = 0, apiKey, isStrict }: QdrantOptions,
): Promise<QdrantServer> {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'pincite-qdrant-')));
  await mkdir(place, { recursive: true });
  const httpPort = port || (await freePort());
  const settings = join(place, 'settings.yaml');
  // JSON is YAML.
  await writeFile(settings, JSON.stringify(settingsOf({ place, httpPort, apiKey, isStrict })));
  const child = spawn(binary, ['--config-path', settings, '--disable-telemetry'], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${httpPort}`;
  await answering(url, () => child.exitCode ?? child.signalCode);
  return {
    url,
    port: httpPort,
    async kill() {
      process.off('exit', end);
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      if (folder === undefined) await rm(place, { recursive: true, force: true });
    },
  };
}

/** Its own defaults, but for where it is and little disk for each of a test's many collections. */
function settingsOf({
  place,
  httpPort,
  apiKey,
  isStrict,
}: Pick<QdrantOptions, 'apiKey' | 'isStrict'> & { readonly place: string; readonly httpPort: number }) {
  return {
    log_level: 'ERROR',
    storage: {
      storage_path: join(place, 'storage'),
      snapshots_path: join(place, 'snapshots'),
      wal: { wal_capacity_mb: 1 },
      ...(isStrict && { collection: { strict_mode: cloudRules } }),
    },
    service: {
      host: '127.0.0.1',
      http_port: httpPort,
      grpc_port: null,
      ...(apiKey !== undefined && { api_key: apiKey }),
    },
    telemetry_disabled: true,
  };
}

async function answering(url: string, ended: () => number | string | null): Promise<void> {
  const started = performance.now();
  for (;;) {
    const end = ended();
    if (end !== null) throw new Error(`The Qdrant server ended with ${end} before it listened.`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() - started > longestStartMs) throw new Error('The Qdrant server did not begin.');
    await sleep(20);
  }
}
