/** What `redact` did to the texts of one call. */
export interface RedactionCounts {
  /** Texts that were sent in another form. */
  readonly changed: number;
  /** Texts that were not sent. */
  readonly refused: number;
}

/** What a knowledge base is asked to do. Looking things up by name, such as `documents` or `chunks`, is not reported. */
export type OperationType =
  | 'adapt'
  | 'add'
  | 'ask'
  | 'backup'
  | 'chat'
  | 'check'
  | 'copy'
  | 'evaluate'
  | 'export'
  | 'import'
  | 'reembed'
  | 'removeCollection'
  | 'retrieve'
  | 'sync'
  | 'synthesize'
  | 'update'
  | 'vacuum'
  | 'work';

interface EventFields {
  /** Milliseconds since 1970, UTC. */
  readonly startedAt: number;
  /** From start to end, retries included. Of a stream until its last piece, what its reader does with the pieces too. */
  readonly ms: number;
  /** Several are separated by commas; absent where it is about the whole store. */
  readonly collection?: string;
  /** Of a scoped knowledge base. */
  readonly tenant?: string;
  /** Why it failed: the `code` of a `PinciteError`, or the name of another error; `AbortError` also where a stream was not read to its end. */
  readonly errorCode?: string;
}

/** What a stage of an operation took and left. */
export interface StageReport {
  /** Name of the stage. */
  readonly stage: string;
  /** Milliseconds that it took. */
  readonly ms: number;
  /** What the stage left or made. */
  readonly count: number;
}

/** Of a model as its provider tells them; 0 where it does not. */
export interface TokenUsage {
  /** What it read. */
  readonly inputTokens: number;
  /** What it wrote. */
  readonly outputTokens: number;
}

/** A call of a knowledge base that has ended. What it called within itself is part of it, and not reported besides. */
export interface OperationEvent extends EventFields {
  /** Which operation; what is no model's call. */
  readonly type: OperationType;
  /** Question or query, with `telemetry.recordQueries`. */
  readonly query?: string;
  /** In the order in which they began; of `add` sums over documents, of which several may be under way at once. */
  readonly stages: readonly StageReport[];
  /** Whole numbers of the response by their names there: `hits`, `citations`, `documentsInserted`, `totalChunks`, `warnings`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Whether the documents answer; of `ask` and `chat`. */
  readonly answered?: boolean;
  /** Calls of language models, and of embedding and reranking models of providers. */
  readonly modelCalls: number;
  /** Of these calls together. */
  readonly usage: TokenUsage;
  /** US dollars, where a `price` is configured. */
  readonly estimatedCostUsd?: number;
  /** Where `redact` is configured. */
  readonly redaction?: RedactionCounts;
}

/** A call of a model that has ended, with its retries. Local models are no calls, but time of their stages. */
export interface ModelEvent extends EventFields {
  /** Tells it from an operation. */
  readonly type: 'model';
  /** What it was called for. */
  readonly purpose: 'embedding' | 'generation' | 'reranking';
  /** `provider:model`. */
  readonly model: string;
  /** The operation that it is part of. */
  readonly during: OperationType;
  /** Texts that were sent. */
  readonly texts: number;
  /** Tokens that it took, where it says so. */
  readonly usage?: TokenUsage;
}

/** What `telemetry.onEvent` is given: numbers and names, and never a text of a document. */
export type TelemetryEvent = OperationEvent | ModelEvent;
