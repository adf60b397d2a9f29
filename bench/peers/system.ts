import type { CorpusDocument } from '../../src/evaluate/index.ts';

/** What every system is measured through; an adapter is the code that a user of the system would write. */
export interface Document {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface System {
  /** Makes all documents searchable. */
  index(documents: readonly Document[]): Promise<void>;
  /** Waits for what goes on behind after that, where something does; searches find all documents before too. */
  settle?(): Promise<void>;
  /** The ids of up to k hits, best first: of documents, once for each of its chunks, or places (`place.ts`). */
  search(query: string, k: number): Promise<readonly string[]>;
}

/** A chunk of ours with its vector of unit length. */
export interface GivenChunk {
  readonly chunkId: string;
  /** Or its place, where parts are judged. */
  readonly documentId: string;
  /** Title, headings and content: what we embed and index. */
  readonly text: string;
  readonly vector: readonly number[];
}

/** Our chunks and vectors, for systems that bring no embedder. */
export interface Given {
  readonly chunks: readonly GivenChunk[];
  readonly dimensions: number;
  /** The vector of one of the queries, or of a chunk's text; looked up, so it costs next to nothing. */
  embed(text: string): readonly number[];
}

export interface Setting {
  /** Empty, for systems that keep their data in files. */
  readonly folder: string;
  readonly given: Given;
  /** Whole texts and files, for systems that take these; empty where documents are not parts of anything. */
  readonly originals: readonly CorpusDocument[];
}

/** The default export of each file in `systems/`. */
export type OpenSystem = (setting: Setting) => System;
