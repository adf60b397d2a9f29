import { FilterError } from '../errors.ts';
import { compilePattern, PatternRefused } from '../util/linear-pattern.ts';

/**
 * Checks the source of a regular expression, in the syntax of RE2, and gives it back.
 *
 * @throws FilterError with `context.position`, and `context.at`, the index of the first character that is not
 * understood, where one is.
 */
export function parseRegex(source: string, position: string): string {
  try {
    compilePattern(source);
  } catch (cause) {
    if (!(cause instanceof PatternRefused)) throw cause;
    const { message, hint, at } = cause;
    throw new FilterError(`The regular expression at ${position} is refused: ${message}.`, {
      hint,
      context: { position, at },
      cause,
    });
  }
  return source;
}
