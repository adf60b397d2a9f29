import type { CitedAnswer } from '../types.ts';
import type { EvaluationQuery } from './datasets/dataset.ts';
import type { SearchOutcome } from './observation.ts';
import type { Span } from './metrics/spans.ts';

/**
 * One way of searching, to be measured. Whatever ranks can be one: this library, a run file of another system, a
 * deliberately broken search.
 */
export interface Configuration {
  readonly name: string;
  /** What sets it apart, for the report. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Chunks, best first, enough for `depth` documents, pages or chunks, as the query is judged. */
  search(query: EvaluationQuery, options: SearchOptions): Promise<SearchOutcome>;
  /** Needed for the metrics of answers. */
  ask?(query: EvaluationQuery, options: { signal?: AbortSignal }): Promise<CitedAnswer>;
  /** Whether a model takes an answer for the expected one, 1 or 0; needed for `answerCorrect`. */
  judge?(query: EvaluationQuery, answer: CitedAnswer, options: { signal?: AbortSignal }): Promise<number>;
  /** The stored text of a document: where it is given, excerpts are looked up in it. */
  documentText?(documentId: string): Promise<string | undefined>;
  /** All chunks of a document; needed for precision omega. */
  chunksOf?(documentId: string): Promise<readonly Span[]>;
}

/** What a configuration is told of a search. */
export interface SearchOptions {
  readonly depth: number;
  readonly signal?: AbortSignal;
}
