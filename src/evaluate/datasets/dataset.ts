import type { Place } from '../files/line-error.ts';
import type { Judgments } from '../metrics/metrics.ts';
import type { Span } from '../metrics/spans.ts';

/** A page of a document. */
export interface PageReference {
  readonly documentId: string;
  /** From 1. */
  readonly page: number;
}

/** A span with the words that stand there, so that it can be found again where a loader shifted the text. */
export interface Excerpt extends Span {
  readonly text: string;
}

/** A query and what is known about its answer. A ranking is judged by the finest of chunks, pages, documents given. */
export interface EvaluationQuery {
  readonly queryId: string;
  readonly query: string;
  readonly relevantDocuments?: Judgments;
  readonly relevantPages?: readonly PageReference[];
  readonly relevantChunks?: Judgments;
  readonly relevantSpans?: readonly Excerpt[];
  readonly expectedCollections?: readonly string[];
  readonly expectedFilters?: unknown;
  /** The right answer; null where the documents do not answer. */
  readonly answer?: string | null;
}

/** A document that comes with a dataset, as `addDocuments` takes it. */
export interface CorpusDocument {
  readonly documentId: string;
  /** The text, or a path. */
  readonly source: string;
  readonly sourceType: 'text' | 'file';
  readonly title?: string;
}

/** An id that a dataset names, and where. */
export interface Reference {
  readonly kind: 'document' | 'chunk';
  readonly id: string;
  readonly place: Place;
}

/** Queries with what is relevant to each, and documents where they come with them. */
export interface EvaluationDataset {
  readonly name: string;
  /** At least one; ids are unique. */
  readonly queries: readonly EvaluationQuery[];
  /** Absent where the collection at hand is to be searched. */
  readonly documents?: readonly CorpusDocument[];
  /** Ids to look up in the collection at hand; empty where the documents come with the dataset. */
  readonly references: readonly Reference[];
  /** The collection that the queries are about, where the dataset says so. */
  readonly collection?: string;
  readonly warnings: readonly string[];
}
