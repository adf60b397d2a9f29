import { AsyncLocalStorage } from 'node:async_hooks';

/** What `redact` did to the texts of one call. */
export interface RedactionCounts {
  /** Texts that were sent in another form. */
  readonly changed: number;
  /** Texts that were not sent. */
  readonly refused: number;
}

/** What is told of a call of a knowledge base while it runs, by what it calls. */
export interface Operation {
  countRedaction(kind: keyof RedactionCounts): void;
  readonly redaction: RedactionCounts | undefined;
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
