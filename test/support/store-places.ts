import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { noChroma, startChroma } from './chroma-server.ts';
import { startPostgres } from './postgres-server.ts';
import { hasOpenApi, startQdrant } from './qdrant-server.ts';

/** Stores of one kind, each empty. */
export interface StorePlaces {
  /** Each call opens another one. */
  open(): Promise<Store>;
  /** Removes them all, once they are closed. */
  remove(): Promise<void>;
}

/** Every adapter that runs here without a server that somebody else has started. */
export const storePlaces: Readonly<Record<string, () => Promise<StorePlaces>>> = {
  SQLite: async () => ({ open: () => openStore('sqlite::memory:'), remove: async () => {} }),
  PostgreSQL: async () => {
    const server = await startPostgres();
    let places = 0;
    return {
      open: () => openStore(`${server.url}?schema=place_${(places += 1)}`),
      remove: () => server.kill(),
    };
  },
  ...(hasOpenApi && {
    Qdrant: async () => {
      const server = await startQdrant({ isStrict: true });
      const url = server.url.replace(/^http:/, 'qdrant:');
      let places = 0;
      return {
        open: () => openStore(`${url}?prefix=place_${(places += 1)}`),
        remove: () => server.kill(),
      };
    },
  }),
  ...(noChroma === undefined && {
    Chroma: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pincite-places-'));
      const server = await startChroma(join(folder, 'server'));
      let places = 0;
      const beside = () => encodeURIComponent(join(folder, `beside ${(places += 1)}`));
      return {
        open: () => openStore(`${server.url}?beside=${beside()}`),
        remove: async () => {
          await server.kill();
          await rm(folder, { recursive: true });
        },
      };
    },
  }),
};
