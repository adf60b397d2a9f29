import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openQdrantStore } from '../../../src/store/qdrant/qdrant-store.ts';
import { hasQdrant, startQdrant } from '../../support/qdrant-server.ts';
import { describeStoreServer, type ServerPlace } from './server.ts';

const apiKey = 'secret';
const urlOf = (host: string, port: number, key = apiKey) => `qdrant://:${key}@${host}:${port}`;

async function ownServer(): Promise<ServerPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'pincite-qdrant-'));
  let server = await startQdrant({ folder, apiKey });
  const { port: ownPort } = server;
  return {
    open: () => openQdrantStore(urlOf('127.0.0.1', ownPort)),
    openAt: (host, port) => openQdrantStore(urlOf(host, port)),
    openRefused: () => openQdrantStore(urlOf('127.0.0.1', ownPort, 'wrong')),
    stop: () => server.kill(),
    async start() {
      server = await startQdrant({ folder, port: ownPort, apiKey });
    },
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true });
    },
  };
}

describe.skipIf(!hasQdrant)('Qdrant', () => describeStoreServer('a server', ownServer));
