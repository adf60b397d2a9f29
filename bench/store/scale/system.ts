/** What every system is measured through; an adapter is the code that a user of the system would write. */
export interface ScaleDocument {
  readonly documentId: string;
  /** 0…999, evenly: what the filters ask for. */
  readonly part: number;
  readonly chunks: readonly ScaleChunk[];
}

export interface ScaleChunk {
  readonly chunkId: string;
  readonly text: string;
  /** Unit length. */
  readonly vector: Float32Array;
}

export interface ScaleQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

/** Documents with `from <= part < to`. */
export interface PartRange {
  readonly from: number;
  readonly to: number;
}

export interface ScaleSearch {
  readonly query: ScaleQuery;
  readonly filter: PartRange | undefined;
  /** Hits at most. */
  readonly limit: number;
}

export interface ScaleSystem {
  /** Makes all documents searchable, a batch at a time. */
  ingest(batches: AsyncIterable<readonly ScaleDocument[]>): Promise<void>;
  /** What a process does that comes later, before it may search. Missing where nothing is kept on disk. */
  open?(): Promise<void>;
  /** Chunk ids, best first. Missing where the system has no vectors. */
  vector?(search: ScaleSearch): Promise<readonly string[]>;
  /** Chunk ids, best first; chunks with any of the query's words. */
  keyword(search: ScaleSearch): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface ScaleSetting {
  /** Of the system alone; empty before `ingest`. */
  readonly folder: string;
  readonly dimensions: number;
}

/** The default export of an adapter's file. */
export type OpenScaleSystem = (setting: ScaleSetting) => ScaleSystem;
