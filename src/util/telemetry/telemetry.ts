/**
 * What the knowledge base does, as events and spans. Each operation runs through here. Where somebody listens, or texts are
 * redacted, what runs below finds its operation (`currentOperation`, an `AsyncLocalStorage`). Stages and calls of models report to
 * it, and know nothing of who listens.
 */
import {
  WatchedOperation,
  type OperationResult,
  type OperationStart,
  type TelemetryOptions,
} from './watched-operation.ts';

/** Watches the operations of a knowledge base; costs nothing where nobody wants to know. */
export class Telemetry {
  readonly #options: TelemetryOptions;

  constructor(options: TelemetryOptions) {
    this.#options = options;
  }

  /** The same for the knowledge base of a tenant. */
  forTenant(tenant: string | undefined): Telemetry {
    return new Telemetry({ ...this.#options, tenant });
  }

  /** Runs an operation that gives one result. */
  async run<Result>(
    start: OperationStart,
    work: () => Promise<Result>,
    describe: (result: Result) => OperationResult,
  ): Promise<Result> {
    const operation = this.#begin(start);
    if (operation === undefined) return work();
    try {
      const result = await operation.within(work);
      operation.succeed(describe(result));
      return result;
    } catch (error) {
      operation.fail(error);
      throw error;
    }
  }

  /**
   * Runs one that gives its result piece by piece.
   * @param describe gives what is known of the result once a piece tells it.
   */
  async *stream<Piece>(
    start: OperationStart,
    work: () => AsyncGenerator<Piece, void, undefined>,
    describe: (piece: Piece, elapsedMs: number) => OperationResult | undefined,
  ): AsyncGenerator<Piece, void, undefined> {
    const operation = this.#begin(start);
    if (operation === undefined) return yield* work();
    const pieces = work();
    try {
      for (;;) {
        const next = await operation.within(() => pieces.next());
        if (next.done === true) return operation.succeed({});
        const result = describe(next.value, operation.elapsedMs);
        if (result !== undefined) operation.succeed(result);
        yield next.value;
      }
    } catch (error) {
      operation.fail(error);
      throw error;
    } finally {
      await operation.within(() => pieces.return());
      operation.fail(new DOMException('It was not read to its end', 'AbortError'));
    }
  }

  #begin(start: OperationStart): WatchedOperation | undefined {
    const { redacts, onEvent, tracing } = this.#options;
    const isWatched = redacts || onEvent !== undefined || tracing !== undefined;
    return isWatched ? new WatchedOperation(start, this.#options) : undefined;
  }
}
