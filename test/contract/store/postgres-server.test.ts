import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../../src/store/postgres/postgres-store.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { describeStoreServer, type ServerPlace } from './server.ts';

async function ownServer(): Promise<ServerPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'pincite-postgres-'));
  let server = await startPostgres({ folder });
  const { url, port: ownPort } = server;
  return {
    open: () => openPostgresStore(url),
    openAt: (host, port) => openPostgresStore(`postgres://user:secret@${host}:${port}/library`),
    stop: () => server.kill(),
    async start() {
      server = await startPostgres({ folder, port: ownPort });
    },
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true });
    },
  };
}

describeStoreServer('PostgreSQL', ownServer);
