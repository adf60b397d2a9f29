/** What telemetry tells of a call of a knowledge base: where it works, and what of its result is a number. */
import type { CitedAnswer, RetrieveResponse } from '../../types.ts';
import type { OperationResult, OperationStart } from '../../util/telemetry/watched-operation.ts';
import type { AddResponse } from '../add/add-options.ts';
import { pickReports, type WritingReports } from '../written-by-model/context-writer.ts';

interface Place {
  readonly collection?: unknown;
  readonly collections?: unknown;
}

/** The collections that options name, which have not been checked yet. */
export function namedPlaceOf({ collection, collections }: Place = {}): Pick<OperationStart, 'collection'> {
  if (Array.isArray(collections)) return { collection: collections.join() };
  return typeof collection === 'string' ? { collection } : {};
}

/** The same of what works in `default` where they name none. */
export const placeOf = (options?: Place): Pick<OperationStart, 'collection'> => ({
  collection: 'default',
  ...namedPlaceOf(options),
});

/** The last message of a conversation, which has not been checked yet. */
export function questionOf({ messages }: { readonly messages?: unknown }): Pick<OperationStart, 'query'> {
  const { content }: { content?: unknown } = (Array.isArray(messages) && messages.at(-1)) || {};
  return typeof content === 'string' ? { query: content } : {};
}

export function describeRetrieval({
  queries,
  hits,
  passages,
  omitted,
  stats,
  warnings,
}: RetrieveResponse): OperationResult {
  const { route } = queries;
  return {
    ...(route && placeOf(route)),
    stages: stats.stages.map(({ stage, ms, count }) => ({ stage, ms, count })),
    counts: {
      hits: hits.length,
      passages: passages.length,
      omitted: omitted.length,
      warnings: warnings.length,
    },
  };
}

/** The last event of an answer: the stages of its retrieval, and what came after them. */
export function describeDone(
  event: { readonly kind: string } | { readonly kind: 'done'; readonly answer: CitedAnswer },
  elapsedMs: number,
): OperationResult | undefined {
  return 'answer' in event ? describeAnswer(event.answer, elapsedMs) : undefined;
}

function describeAnswer(
  { answered, citations, claims, retrieval, usage, warnings }: CitedAnswer,
  elapsedMs: number,
): OperationResult {
  const { stages = [], ...retrieved } = describeRetrieval(retrieval);
  const answering = { stage: 'answer', ms: elapsedMs - retrieval.stats.totalMs, count: citations.length };
  return {
    ...retrieved,
    stages: [...stages, answering],
    counts: {
      ...retrieved.counts,
      citations: citations.length,
      claims: claims.length,
      warnings: warnings.length,
    },
    answered,
    estimatedCostUsd: usage?.estimatedCostUsd,
  };
}

export function describeAdding(response: AddResponse): OperationResult {
  const { stats, totalChunks, documentsInserted, documentsReplaced } = response;
  const stored = documentsInserted + documentsReplaced;
  return {
    stages: [
      { stage: 'load', ms: stats.loadMs, count: stored },
      { stage: 'chunk', ms: stats.chunkingMs, count: totalChunks },
      { stage: 'embed', ms: stats.embeddingMs, count: totalChunks },
      { stage: 'store', ms: stats.storeMs, count: stored },
    ],
    ...describeResult(response),
    counts: {
      ...countsOf(response),
      totalTokens: stats.totalTokens,
      bytes: stats.bytes,
      pages: stats.pages,
    },
  };
}

/** Whatever is counted in the result of another operation. */
export function describeResult(result: object | void): OperationResult {
  const reports = Object.values(pickReports((result ?? {}) as WritingReports));
  const costs = reports.flatMap(({ estimatedCostUsd }) => estimatedCostUsd ?? []);
  return {
    counts: countsOf(result ?? {}),
    ...(costs.length > 0 && { estimatedCostUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
  };
}

function countsOf(result: object): Record<string, number> {
  const { warnings, errors } = result as { warnings?: unknown; errors?: unknown };
  const numbers = Object.entries(result).filter((entry): entry is [string, number] =>
    Number.isInteger(entry[1]),
  );
  return {
    ...Object.fromEntries(numbers),
    ...(Array.isArray(warnings) && { warnings: warnings.length }),
    ...(Array.isArray(errors) && { errors: errors.length }),
  };
}
