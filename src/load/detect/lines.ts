/** A line of a text as a half-open range, without its line end. */
export interface Line {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text, split at `\n`. A line end at the very end begins no further line. */
export function* linesOf(text: string): Generator<Line> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { start, end };
    start = end + 1;
  }
}
