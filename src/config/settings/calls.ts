import { z } from 'zod';

/** How models of providers and servers are called, whatever they are for. */
export interface CallsConfig {
  /**
   * Milliseconds, 1 to 3,600,000: of a language model one call with its retries (120,000 unless given), of an embedding model (60,000) and
   * of a reranker (30,000) one attempt. A model in a step of a search has 60,000 of them at most, 3,000 for reranking and 10,000 for routing
   * and understanding unless given: the search goes on without what it did not do by then.
   */
  readonly timeoutMs?: number;
  /**
   * Attempts after rate limits, time-outs, server errors and network errors, 0 to 20: 2 of a language model, 1 of a reranker, 5 of an embedding
   * model unless given; while a query waits at most two.
   */
  readonly maxRetries?: number;
  /** Calls under way at once while documents are added, 1 to 64: 4, or 1 of an embedding model of `ollama`, unless given. */
  readonly concurrency?: number;
}

export const callsConfigSchema = z.strictObject({
  timeoutMs: z.int().min(1).max(3_600_000).optional(),
  maxRetries: z.int().min(0).max(20).optional(),
  concurrency: z.int().min(1).max(64).optional(),
});

const usual = {
  llm: { timeoutMs: 120_000, maxRetries: 2 },
  embedding: { timeoutMs: 60_000, maxRetries: 5 },
  reranking: { timeoutMs: 30_000, maxRetries: 1 },
};

/** What holds for calls of one kind of model. */
export const callsOf = ({ timeoutMs, maxRetries, concurrency }: CallsConfig, kind: keyof typeof usual) => ({
  timeoutMs: timeoutMs ?? usual[kind].timeoutMs,
  maxRetries: maxRetries ?? usual[kind].maxRetries,
  ...(concurrency === undefined ? {} : { concurrency }),
});
