import { FilterError } from '../errors.ts';

const maxLength = 1_000;

/**
 * Checks the source of a regular expression and gives it back. It must compile with the `u` flag, be at most
 * 1,000 characters long, and not repeat a group that itself repeats without bound (`(a+)+`), since matching
 * such an expression can take exponential time.
 *
 * @throws FilterError with `context.position`.
 */
export function parseRegex(source: string, position: string): string {
  const refuse = (reason: string, hint: string, cause?: unknown) =>
    new FilterError(`The regular expression at ${position} is refused: ${reason}.`, {
      hint,
      context: { position },
      cause,
    });
  if (source.length > maxLength) {
    throw refuse(`it is longer than ${maxLength} characters`, 'Shorten it.');
  }
  try {
    RegExp(source, 'u');
  } catch (error) {
    throw refuse('it does not compile', error instanceof Error ? error.message : 'Mend it.', error);
  }
  if (nestsRepetition(source)) {
    throw refuse('it repeats a group that repeats', 'Write (a+)+ as a+, and so on.');
  }
  return source;
}

const unbounded = /^(?:[*+]|\{\d+,\})/;
/** An escape, a character class, or one character. */
const token = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/gu;

function nestsRepetition(source: string): boolean {
  /** For each open group, whether something in it repeats without bound. */
  const open: boolean[] = [false];
  for (const match of source.matchAll(token)) {
    const after = source.slice(match.index + match[0].length, match.index + match[0].length + 12);
    if (match[0] === '(') {
      open.push(false);
      continue;
    }
    const closed = match[0] === ')' ? open.pop() : false;
    const repeats = unbounded.test(after);
    if (closed && repeats) return true;
    if (closed || repeats) open[open.length - 1] = true;
  }
  return false;
}
