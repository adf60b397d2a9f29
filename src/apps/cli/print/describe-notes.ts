import { withLocalPaths } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';

/** Warnings that name files, which are named as everywhere else. */
export const describeNotes = (warnings: readonly string[]): string[] =>
  warnings.map((warning) => `${paint.yellow('Note:')} ${withLocalPaths(warning)}`);
