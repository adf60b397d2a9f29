/** Milliseconds; the number of queries that they are of. */
export interface Times {
  readonly queries: number;
  readonly p50: number;
  readonly p95: number;
}

export interface SearchTimes {
  /** Of the documents, that the filter allows; absent where there is no filter. */
  readonly share?: number;
  /** Both searches, started together. Absent where the system has no vectors. */
  readonly hybrid?: Times;
  readonly vector?: Times;
  readonly keyword: Times;
  /** The system's main search with filters never used before, as many allowed. */
  readonly newFilter?: Times;
  /** Time of all processors a query of the system's main search. */
  readonly processorMs: number;
}

export interface IngestFigures {
  readonly chunks: number;
  readonly seconds: number;
  readonly peakMb: number;
}

export interface QueryFigures {
  /** Absent where nothing is kept on disk. */
  readonly openMs?: number;
  readonly firstQueryMs: number;
  /** Resident once it is open, and after the first query; absent where it was not looked at. */
  readonly openedMb?: number;
  readonly firstQueryMb?: number;
  readonly searches: readonly SearchTimes[];
  /** After all queries, and the highest. */
  readonly residentMb: number;
  readonly peakMb: number;
}

/** Of the first query that was ever asked, and of the files and folders after it, in megabytes. */
export interface FirstFigures {
  readonly ms: number;
  readonly disk: Readonly<Record<string, number>>;
}

/** Chunk ids found by vector, a list a query; compared, not kept. */
export type VectorHits = readonly (readonly string[])[];

export type Report =
  | { readonly kind: 'ingest'; readonly figures: IngestFigures }
  | { readonly kind: 'stopped'; readonly chunks: number; readonly seconds: number }
  | ({ readonly kind: 'first' } & FirstFigures)
  | { readonly kind: 'query'; readonly figures: QueryFigures; readonly hits: VectorHits };

export interface Row {
  readonly system: string;
  /** Average number of running processes in the minute before. */
  readonly load: number;
  readonly ingest?: IngestFigures;
  /** `query` is of a process that comes after it. */
  readonly first?: FirstFigures;
  readonly query?: QueryFigures;
  /** Share of the exact 25 nearest vectors that it found. */
  readonly recall?: number;
  /** Why figures are missing. */
  readonly failure?: string;
}

export interface Run {
  readonly corpus: 'zipf' | 'train';
  readonly chunks: number;
  readonly date: string;
  readonly commit: string;
  readonly node: string;
  readonly machine: string;
  readonly rows: readonly Row[];
}
