/** `time` and `memory` are limits that were passed; in a `crash` the process ended by itself, at its `start` without work. */
export type EndReason = 'time' | 'memory' | 'crash' | 'start';

/** The process ended, or had to be ended, before the task was done. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
