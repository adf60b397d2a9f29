/** What a reranker is to keep to. */
export interface RerankOptions {
  /** Stop and return what is scored so far after this many milliseconds. */
  readonly timeBudgetMs?: number;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Scores passages against a query with a model that reads both together.
 *
 * Returns one score 0…1 a passage, in input order, higher is better; `undefined` for passages that the time
 * budget left unscored, which then rank behind the scored ones in their former order.
 *
 * @throws RerankingError when the model cannot be run or reached; the pipeline then keeps the fused order.
 */
export interface Reranker {
  /** Named in warnings and `pincite doctor`. */
  readonly modelId: string;
  /** One score a passage, in order; see above. */
  rerank(
    query: string,
    passages: readonly string[],
    options?: RerankOptions,
  ): Promise<(number | undefined)[]>;
}
