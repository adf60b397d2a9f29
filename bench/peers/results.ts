/** What `results.json` holds. */
export interface Quality {
  readonly 'ndcg@10': number;
  readonly 'recall@10': number;
  readonly 'recall@100': number;
}

export interface IndexTimes {
  readonly indexMs: number;
  /** What goes on behind the index, once all can be found. */
  readonly settleMs: number;
  /** Peak of the resident set of the whole process that indexes, Node and the collection's text included. */
  readonly indexMb: number;
}

export interface SearchTimes {
  /** Until a new process over what is in files has its first answer, from loading the system on. */
  readonly openMs?: number;
  readonly queries: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Peak of the resident set of the whole process that searches: one that does nothing else where the data is in files. */
  readonly searchMb: number;
}

export interface Times extends IndexTimes, SearchTimes {
  /** In a process of its own, from loading the system to having found one document; not of systems that get chunks or originals. */
  readonly firstMs?: number;
}

/** What one child process reports: one system over one collection. */
export type Measurement =
  | { readonly status: 'ranked'; readonly quality: Quality }
  | { readonly status: 'first'; readonly firstMs: number }
  | { readonly status: 'indexed'; readonly times: IndexTimes }
  | { readonly status: 'searched'; readonly times: SearchTimes }
  | { readonly status: 'timed'; readonly times: IndexTimes & SearchTimes }
  | { readonly status: 'failed'; readonly reason: string };

export interface Row {
  readonly dataset: string;
  readonly system: string;
  readonly quality?: Quality;
  readonly runs: readonly Times[];
  /** Why quality or times are missing. */
  readonly failure?: string;
}

export interface Installation {
  readonly packages: readonly string[];
  readonly megabytes?: number;
  readonly seconds?: number;
  readonly installed?: number;
  /** The error's words when it does not install. */
  readonly failure?: string;
}

export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Day of that version's release. */
  readonly released: string;
}

/** A collection, and the run that its rows are of. */
export interface MeasuredCollection {
  readonly name: string;
  readonly documents: number;
  readonly queries: number;
  readonly date: string;
  /** Of Pincite; `-dirty` where the working tree was not that of the commit. */
  readonly commit: string;
}

export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly collections: readonly MeasuredCollection[];
  readonly rows: readonly Row[];
  readonly installations: readonly {
    readonly systems: readonly string[];
    readonly installation: Installation;
  }[];
  readonly packages: readonly PackageFacts[];
  /** Lines of the adapter that are neither blank nor comment, by system. */
  readonly lines: Readonly<Record<string, number>>;
}
