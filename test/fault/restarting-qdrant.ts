import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type QdrantServer, startQdrant } from '../support/qdrant-server.ts';

/** A server for the tests around it, over a folder that outlives its process. */
export function restartingQdrant() {
  let folder: string;
  let server: QdrantServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-qdrant-'));
    server = await startQdrant({ folder });
  });
  afterAll(async () => {
    await server.kill();
    await rm(folder, { recursive: true });
  });
  return {
    urlOf: (prefix: string) => `qdrant://127.0.0.1:${server.port}?prefix=${prefix}`,
    address: () => server.url,
    kill: () => server.kill(),
    async restart() {
      await server.kill();
      server = await startQdrant({ folder, port: server.port });
    },
  };
}
