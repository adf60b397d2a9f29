import { withLocalPaths } from '../terminal/layout.ts';
import { note } from '../terminal/paint.ts';

/** Warnings that name files, which are named as everywhere else. */
export const describeNotes = (warnings: readonly string[]): string[] =>
  warnings.map((warning) => note(withLocalPaths(warning)));
