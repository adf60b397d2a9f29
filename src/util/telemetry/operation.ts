import { AsyncLocalStorage } from 'node:async_hooks';
import type { ModelEvent, RedactionCounts, TokenUsage } from './event.ts';

export type ModelCall = Pick<ModelEvent, 'purpose' | 'model' | 'texts'>;

/** What came of something that was watched. */
interface Ended {
  readonly usage?: TokenUsage | undefined;
  /** Why it failed; absent where it did not. */
  readonly error?: unknown;
}

/** A part of an operation that is under way. */
export interface Watched {
  /** Runs work as a part of it. */
  within<Result>(work: () => Result): Result;
  /** Says what came of it; only the first time counts. */
  end(ended: Ended): void;
}

/** What is told of a call of a knowledge base while it runs, by what it calls. */
export interface Operation {
  countRedaction(kind: keyof RedactionCounts): void;
  /** Absent where nothing redacts. */
  readonly redaction?: RedactionCounts | undefined;
  startCall(call: ModelCall): Watched;
  runStage<Result>(
    stage: string,
    work: () => Promise<Result>,
    count: (result: Result) => number,
  ): Promise<Result>;
}

const running = new AsyncLocalStorage<Operation>();

/** Runs work as part of an operation, which everything that it calls then finds. */
export const runIn = <Result>(operation: Operation, work: () => Result): Result =>
  running.run(operation, work);

/** The operation that the caller is part of, where one is watched. */
export const currentOperation = (): Operation | undefined => running.getStore();

/** What was redacted so far in the operation at hand, as a field of its response; none where nothing redacts. */
export function redactionField(): { readonly redaction?: RedactionCounts } {
  const redaction = currentOperation()?.redaction;
  return redaction === undefined ? {} : { redaction: { ...redaction } };
}

const unwatched: Watched = { within: (work) => work(), end: () => {} };

/** Begins a call of a model, which is reported with the operation at hand. */
export const startCall = (call: ModelCall): Watched => currentOperation()?.startCall(call) ?? unwatched;

/** The same for a call that gives one result. */
export async function watchCall<Result>(
  call: ModelCall,
  work: () => Promise<Result>,
  usageOf: (result: Result) => TokenUsage | undefined,
): Promise<Result> {
  const watched = startCall(call);
  try {
    const result = await watched.within(work);
    watched.end({ usage: usageOf(result) });
    return result;
  } catch (error) {
    watched.end({ error });
    throw error;
  }
}

/** Runs a stage of the operation at hand. */
export function runStage<Result>(
  stage: string,
  work: () => Promise<Result>,
  count: (result: Result) => number,
): Promise<Result> {
  return currentOperation()?.runStage(stage, work, count) ?? work();
}
