import { PinciteError } from '../../errors.ts';
import type { ModelEvent, OperationEvent, RedactionCounts, TelemetryEvent } from './event.ts';
import { currentOperation, runIn, type ModelCall, type Operation, type Watched } from './operation.ts';
import type { Attributes, OpenSpan, Tracing } from './tracing.ts';

/** What is known of an operation when it begins. */
export interface OperationStart extends Pick<OperationEvent, 'type' | 'collection' | 'query'> {
  /** Hits wanted. */
  readonly topK?: number | undefined;
}

/** What is known of it from its result. */
export type OperationResult = Partial<
  Pick<OperationEvent, 'collection' | 'stages' | 'counts' | 'answered' | 'estimatedCostUsd'>
>;

export interface TelemetryOptions {
  /** Whether texts are redacted, which operations count. */
  readonly redacts: boolean;
  /** Told of each operation and of each call of a model, once it has ended. What it throws is dropped. */
  readonly onEvent?: ((event: TelemetryEvent) => unknown) | undefined;
  /** Whether questions and queries are told too. */
  readonly recordQueries: boolean;
  readonly tracing?: Tracing | undefined;
  readonly tenant?: string | undefined;
}

/** One call of a knowledge base, from its start to its end, as spans and as an event. */
export class WatchedOperation implements Operation {
  readonly redaction: Record<keyof RedactionCounts, number> | undefined;
  readonly #start: OperationStart;
  readonly #options: TelemetryOptions;
  readonly #outer: WatchedOperation | undefined;
  readonly #span: OpenSpan | undefined;
  readonly #watch = startWatch();
  readonly #usage = { inputTokens: 0, outputTokens: 0 };
  #modelCalls = 0;
  #hasEnded = false;

  constructor(start: OperationStart, options: TelemetryOptions) {
    const outer = currentOperation();
    this.#outer = outer instanceof WatchedOperation ? outer : undefined;
    this.#start = start;
    this.#options = options;
    this.redaction = options.redacts ? { changed: 0, refused: 0 } : undefined;
    this.#span = options.tracing?.start(spanName(start), this.#attributes());
  }

  within<Result>(work: () => Result): Result {
    const span = this.#span;
    return runIn(this, span === undefined ? work : () => span.within(work));
  }

  get elapsedMs(): number {
    return this.#watch().ms;
  }

  succeed(result: OperationResult): void {
    this.#end(result);
  }

  fail(error: unknown): void {
    this.#end({}, errorCodeOf(error));
  }

  countRedaction(kind: keyof RedactionCounts): void {
    if (this.redaction) this.redaction[kind] += 1;
    this.#outer?.countRedaction(kind);
  }

  startCall(call: ModelCall): Watched {
    const { tracing } = this.#options;
    const span = tracing?.start(callName(call), callAttributes(call), 'client');
    const watch = startWatch();
    let hasEnded = false;
    return {
      within: (work) => (span === undefined ? work() : span.within(work)),
      end: ({ usage, error }) => {
        if (hasEnded) return;
        hasEnded = true;
        const errorCode = error === undefined ? undefined : errorCodeOf(error);
        this.#count(usage);
        span?.set(usageAttributes(usage));
        span?.end(errorCode);
        this.#emit({
          type: 'model',
          ...call,
          during: this.#outermost().#start.type,
          ...this.#place(),
          ...watch(),
          ...(usage && { usage }),
          ...(errorCode === undefined ? {} : { errorCode }),
        } satisfies ModelEvent);
      },
    };
  }

  async runStage<Result>(
    stage: string,
    work: () => Promise<Result>,
    count: (result: Result) => number,
  ): Promise<Result> {
    const span = this.#options.tracing?.start(`stage ${stage}`, { 'pincite.stage': stage });
    if (span === undefined) return work();
    try {
      const result = await span.within(work);
      span.set({ 'pincite.stage.count': count(result) });
      span.end();
      return result;
    } catch (error) {
      span.end(errorCodeOf(error));
      throw error;
    }
  }

  #end(result: OperationResult, errorCode?: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const { stages = [], counts = {}, answered, estimatedCostUsd } = result;
    this.#span?.set(resultAttributes(result));
    this.#span?.end(errorCode);
    if (this.#outer !== undefined) return;
    const { recordQueries } = this.#options;
    const { type, query } = this.#start;
    this.#emit({
      type,
      ...this.#place(result.collection),
      ...this.#watch(),
      ...(recordQueries && query !== undefined ? { query } : {}),
      stages,
      counts,
      ...(answered === undefined ? {} : { answered }),
      modelCalls: this.#modelCalls,
      usage: { ...this.#usage },
      ...(estimatedCostUsd === undefined ? {} : { estimatedCostUsd }),
      ...(this.redaction && { redaction: { ...this.redaction } }),
      ...(errorCode === undefined ? {} : { errorCode }),
    } satisfies OperationEvent);
  }

  #count(usage: ModelEvent['usage']): void {
    this.#modelCalls += 1;
    this.#usage.inputTokens += usage?.inputTokens ?? 0;
    this.#usage.outputTokens += usage?.outputTokens ?? 0;
    if (this.#outer) this.#outer.#count(usage);
  }

  #outermost(): WatchedOperation {
    return this.#outer ? this.#outer.#outermost() : this;
  }

  #place(collection = this.#start.collection) {
    const { tenant } = this.#options;
    return {
      ...(collection === undefined ? {} : { collection }),
      ...(tenant === undefined ? {} : { tenant }),
    };
  }

  #attributes(): Attributes {
    const { type, collection, query, topK } = this.#start;
    const { recordQueries, tenant } = this.#options;
    return {
      'gen_ai.operation.name': type === 'retrieve' ? 'retrieval' : undefined,
      'gen_ai.data_source.id': collection,
      'gen_ai.retrieval.top_k': topK,
      'gen_ai.retrieval.query.text': recordQueries ? query : undefined,
      'pincite.operation': type,
      'pincite.tenant': tenant,
    };
  }

  #emit(event: TelemetryEvent): void {
    try {
      const given = this.#options.onEvent?.(event);
      if (given instanceof Promise) given.catch(() => {}); // who listens does not break what it listens to
    } catch {
      // The same.
    }
  }
}

/** Gives when it began and how long it took so far. */
function startWatch(): () => Pick<OperationEvent, 'startedAt' | 'ms'> {
  const startedAt = Date.now();
  const started = performance.now();
  return () => ({ startedAt, ms: performance.now() - started });
}

function errorCodeOf(error: unknown): string {
  if (error instanceof PinciteError) return error.code;
  return error instanceof Error ? error.name : 'Error';
}

const spanName = ({ type, collection }: OperationStart): string =>
  type === 'retrieve' ? ['retrieval', collection].filter(Boolean).join(' ') : `pincite ${type}`;

/** By the semantic conventions of OpenTelemetry for generative AI, which have no name for reranking. */
const operationNames = { embedding: 'embeddings', generation: 'chat', reranking: 'rerank' } as const;

const callName = ({ purpose, model }: ModelCall): string =>
  `${operationNames[purpose]} ${splitModel(model).name}`;

function callAttributes({ purpose, model, texts }: ModelCall): Attributes {
  const { provider, name } = splitModel(model);
  return {
    'gen_ai.operation.name': operationNames[purpose],
    'gen_ai.provider.name': provider,
    'gen_ai.request.model': name,
    'pincite.texts': texts,
  };
}

function splitModel(model: string): { readonly provider: string | undefined; readonly name: string } {
  const colon = model.indexOf(':');
  return colon === -1
    ? { provider: undefined, name: model }
    : { provider: model.slice(0, colon), name: model.slice(colon + 1) };
}

const usageAttributes = (usage: ModelEvent['usage']): Attributes => ({
  'gen_ai.usage.input_tokens': usage?.inputTokens,
  'gen_ai.usage.output_tokens': usage?.outputTokens,
});

/** Stages that have no span of their own, being sums, are times of the operation. */
function resultAttributes({
  collection,
  stages = [],
  counts = {},
  answered,
  estimatedCostUsd,
}: OperationResult): Attributes {
  const times = stages.map(({ stage, ms }) => [`pincite.stage.${stage}.ms`, ms] as const);
  const numbers = Object.entries(counts).map(([name, count]) => [`pincite.${name}`, count] as const);
  return {
    'gen_ai.data_source.id': collection,
    'pincite.answered': answered,
    'pincite.estimated_cost_usd': estimatedCostUsd,
    ...Object.fromEntries([...times, ...numbers]),
  };
}
