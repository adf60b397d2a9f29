import { ConfigError } from '../../errors.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/** A place in a file; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

export function describePlace({ file, line, column }: Place): string {
  return column === undefined ? `${file}:${line}` : `${file}:${line}:${column}`;
}

/** `file:line: what is wrong`, the form that editors and terminals link. */
export function lineError(place: Place, problem: string, hint?: string): ConfigError {
  return new ConfigError(`${describePlace(place)}: ${problem}`, {
    hint:
      hint ??
      `Correct the line and run the command again; ${docsPage('evaluation.md')} describes the format.`,
    context: { file: place.file, line: place.line },
  });
}
