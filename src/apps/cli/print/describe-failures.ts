import type { PinciteError } from '../../../index.ts';
import { inCommands } from '../terminal/in-commands.ts';
import { displayPath, withLocalPaths } from '../terminal/layout.ts';
import { paint, note } from '../terminal/paint.ts';

interface Failure {
  readonly source: string;
  readonly error: PinciteError;
}

/** Each failure, under the first of a kind what to do: a folder of one kind of file says it once. */
export function describeFailures(failures: readonly Failure[], mark = 'Failed:'): string[] {
  const said = new Set<string | undefined>([undefined]);
  const indent = ' '.repeat(mark.length + 1);
  return failures.flatMap(({ source, error: { message, hint } }) => {
    const hints = said.has(hint) ? [] : [paint.dim(`${indent}${inCommands(hint!)}`)];
    said.add(hint);
    return [`${paint.red(mark)} ${describeFailure(source, message)}`, ...hints];
  });
}

/** What failed and why; a message that begins with the source names it already. */
export function describeFailure(source: string, message: string): string {
  const name = displayPath(source);
  const reason = withLocalPaths(message);
  return reason.startsWith(`${name} `) ? reason : `${name}: ${reason}`;
}

/** Warnings that name files, which are named as everywhere else. */
export const describeNotes = (warnings: readonly string[]): string[] =>
  warnings.map((warning) => note(withLocalPaths(warning)));
