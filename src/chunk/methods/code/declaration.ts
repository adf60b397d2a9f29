import type { Span } from '../../../text/spans.ts';

/** A function, a class or the like in a piece of code. */
export interface Declaration extends Span {
  /** Such as `class Store` or `open()`. */
  readonly name: string;
  /** Declarations around it. */
  readonly depth: number;
}
