import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from './postgres-server.ts';

/** Stores of one kind, each empty. */
export interface StorePlaces {
  /** Each call opens another one. */
  open(): Promise<Store>;
  /** Removes them all, once they are closed. */
  remove(): Promise<void>;
}

/** A store in this process, and one behind a server; the calls of the others would take minutes, and a scope asks them for nothing else. */
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
};
