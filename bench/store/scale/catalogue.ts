export interface CatalogueEntry {
  readonly id: string;
  readonly label: string;
  /** Below `bench/`. */
  readonly file: string;
  readonly isOurs: boolean;
  /** Whether a process that comes later finds the data again. */
  readonly isStored: boolean;
}

/** Ours first: the others are compared with it. */
export const catalogue: readonly CatalogueEntry[] = [
  { id: 'pincite', label: 'Pincite', file: 'store/scale/pincite.ts', isOurs: true, isStored: true },
  {
    id: 'fts5',
    label: 'SQLite FTS5, floats in memory',
    file: 'store/scale/fts5.ts',
    isOurs: false,
    isStored: true,
  },
  {
    id: 'lancedb',
    label: 'LanceDB, exact vectors',
    file: 'peers/scale/lancedb.ts',
    isOurs: false,
    isStored: true,
  },
  {
    id: 'lancedb-ivf',
    label: 'LanceDB, IVF-PQ index',
    file: 'peers/scale/lancedb-ivf.ts',
    isOurs: false,
    isStored: true,
  },
  { id: 'orama', label: 'Orama', file: 'peers/scale/orama.ts', isOurs: false, isStored: false },
  {
    id: 'minisearch',
    label: 'MiniSearch, words alone',
    file: 'peers/scale/minisearch.ts',
    isOurs: false,
    isStored: false,
  },
];
