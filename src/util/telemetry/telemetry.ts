import { currentOperation, runIn, type Operation, type RedactionCounts } from './operation.ts';

export interface TelemetryOptions {
  /** Whether texts are redacted, which operations count. */
  readonly redacts: boolean;
}

/** Watches the operations of a knowledge base; costs nothing where nobody wants to know. */
export class Telemetry {
  readonly #options: TelemetryOptions;

  constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  /** Runs an operation that gives one result. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const operation = this.#begin();
    return operation === undefined ? work() : runIn(operation, work);
  }

  /** Runs one that gives its result piece by piece. What its reader does between two pieces is no part of it. */
  async *stream<Piece>(
    work: () => AsyncGenerator<Piece, void, undefined>,
  ): AsyncGenerator<Piece, void, undefined> {
    const operation = this.#begin();
    if (operation === undefined) return yield* work();
    const pieces = work();
    try {
      for (;;) {
        const next = await runIn(operation, () => pieces.next());
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await runIn(operation, () => pieces.return());
    }
  }

  #begin(): Operation | undefined {
    return this.#options.redacts ? new WatchedOperation(currentOperation()) : undefined;
  }
}

class WatchedOperation implements Operation {
  readonly redaction: Record<keyof RedactionCounts, number> = { changed: 0, refused: 0 };
  readonly #outer: Operation | undefined;

  /** @param outer the operation that this one is part of. */
  constructor(outer: Operation | undefined) {
    this.#outer = outer;
  }

  countRedaction(kind: keyof RedactionCounts): void {
    this.redaction[kind] += 1;
    this.#outer?.countRedaction(kind);
  }
}
