import type { SqlValue } from './connection.ts';

/** The values bound to a statement; SQL text is made of constants and these placeholders only. */
export class Bindings {
  readonly values: SqlValue[] = [];

  /** Gives the placeholder, which may stand several times in the statement. */
  bind(value: SqlValue): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
