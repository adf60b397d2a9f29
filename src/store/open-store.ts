import { ConfigError } from '../errors.ts';
import type { Store, StoreOptions } from './store.ts';

/** By the scheme of a URL; each loads its engine when it is opened. */
const adapters: Readonly<Record<string, (url: string, options: StoreOptions) => Promise<Store>>> = {
  async sqlite(url, options) {
    const { openSqliteStore } = await import('./sqlite/sqlite-store.ts');
    return openSqliteStore(url, options);
  },
  async postgres(url, options) {
    const { openPostgresStore } = await import('./postgres/postgres-store.ts');
    return openPostgresStore(url, options);
  },
  async qdrant(url, options) {
    const { openQdrantStore } = await import('./qdrant/qdrant-store.ts');
    return openQdrantStore(url, options);
  },
  async chroma(url, options) {
    const { openChromaStore } = await import('./chroma/chroma-store.ts');
    return openChromaStore(url, options);
  },
};

/** Other names of the same schemes. */
const synonyms: Readonly<Record<string, string>> = {
  postgresql: 'postgres',
  chromas: 'chroma',
  qdrants: 'qdrant',
};

/** @throws ConfigError for a URL of no store, and what opening that store throws. */
export async function openStore(url: string, { create }: StoreOptions = {}): Promise<Store> {
  const scheme = url.slice(0, Math.max(0, url.indexOf(':')));
  const open = adapters[synonyms[scheme] ?? scheme];
  if (open === undefined) {
    throw new ConfigError(`${JSON.stringify(scheme)} is the scheme of no store.`, {
      hint: 'Write sqlite:./folder, postgres://user:password@host:5432/database, qdrant://host:6333 or chroma://host:8000.',
    });
  }
  return open(url, { create });
}
