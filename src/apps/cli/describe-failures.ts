import type { PinciteError } from '../../index.ts';
import { displayPath } from './layout.ts';
import { paint } from './paint.ts';

interface Failure {
  readonly source: string;
  readonly error: PinciteError;
}

/** Each failure, under the first of a kind what to do: a folder of one kind of file says it once. */
export function describeFailures(failures: readonly Failure[], mark = 'Failed:'): string[] {
  const said = new Set<string | undefined>([undefined]);
  const indent = ' '.repeat(mark.length + 1);
  return failures.flatMap(({ source, error: { message, hint } }) => {
    const hints = said.has(hint) ? [] : [paint.dim(`${indent}${hint}`)];
    said.add(hint);
    return [`${paint.red(mark)} ${displayPath(source)}: ${message}`, ...hints];
  });
}
