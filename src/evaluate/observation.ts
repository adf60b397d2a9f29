/** What one configuration gave for one query, in the units in which it is judged. */
import type { CitedAnswer, StageStats } from '../types.ts';
import type { EvaluationQuery } from './datasets/dataset.ts';
import type { Judgments } from './metrics/metrics.ts';
import { orderAsTrecEval, scoreByRank, type RunEntry } from './files/run.ts';
import type { Span } from './metrics/spans.ts';

/** A chunk that was found. */
export interface FoundChunk extends Span {
  readonly chunkId: string;
  readonly pageNumbers: readonly number[];
  readonly score: number;
}

/** What a search gave, and what it took. */
export interface SearchOutcome {
  /** Best first. */
  readonly hits: readonly FoundChunk[];
  /** NaN where it is not known. */
  readonly ms: number;
  readonly stages: readonly StageStats[];
  /** The collections that were searched and the filter that was applied, for routing and filter accuracy. */
  readonly collections?: readonly string[];
  readonly filter?: unknown;
  readonly warnings: readonly string[];
}

/** A query, with what a configuration gave for it. */
export interface Observation {
  readonly query: EvaluationQuery;
  readonly outcome: SearchOutcome;
  /** Ids of documents, pages or chunks, as the query is judged, in trec_eval's order. */
  readonly entries: readonly RunEntry[];
  readonly judgments: Judgments;
  readonly excerpts: readonly Span[];
  /** All chunks of the documents that hold excerpts. */
  readonly chunks: readonly Span[];
  readonly answer?: CitedAnswer;
  /** 1 where a model takes the answer for right, 0 where it does not; absent where none was asked. */
  readonly judgedCorrect?: number | undefined;
}

const pageId = (documentId: string, page: number) => `${documentId}#page=${page}`;

/** Grades by the ids that `rankEntries` gives: of chunks, pages or documents, the finest that are judged. */
export function judgmentsOf({
  relevantChunks,
  relevantPages,
  relevantDocuments,
}: EvaluationQuery): Judgments {
  if (relevantChunks !== undefined) return relevantChunks;
  if (relevantPages !== undefined) {
    return new Map(relevantPages.map(({ documentId, page }) => [pageId(documentId, page), 1]));
  }
  return relevantDocuments ?? new Map<string, number>();
}

/**
 * The ranking that is judged. A document, or a page, stands where its best chunk stands and has its score; pages of
 * one chunk follow one another in reading order.
 */
export function rankEntries(hits: readonly FoundChunk[], query: EvaluationQuery): RunEntry[] {
  if (query.relevantChunks !== undefined) {
    return orderAsTrecEval(scoreByRank(firstOfEach(hits, ({ chunkId }) => [chunkId])));
  }
  if (query.relevantPages !== undefined) {
    const pages = firstOfEach(hits, ({ documentId, pageNumbers }) =>
      pageNumbers.map((page) => pageId(documentId, page)),
    );
    return pages.map(({ id }, index) => ({ id, score: 1 / (index + 1) })); // pages of one chunk tie otherwise
  }
  return orderAsTrecEval(scoreByRank(firstOfEach(hits, ({ documentId }) => [documentId])));
}

function firstOfEach(hits: readonly FoundChunk[], idsOf: (hit: FoundChunk) => readonly string[]): RunEntry[] {
  const entries = new Map<string, RunEntry>();
  for (const hit of hits) {
    for (const id of idsOf(hit)) {
      if (!entries.has(id)) entries.set(id, { id, score: hit.score });
    }
  }
  return [...entries.values()];
}
