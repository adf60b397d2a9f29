import { ConfigError } from '../../errors.ts';
import { counted } from '../../util/strings/counted.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

export interface Complete<Row> {
  readonly rows: readonly Row[];
  readonly warnings: readonly string[];
}

/**
 * The rows of a dataset whose documents are all there: published sets lack some. What is left out is told in a warning.
 * @param missingOf the documents of a row that are not there.
 * @throws ConfigError when nothing is left.
 */
export function keepComplete<Row>(
  rows: readonly Row[],
  file: string,
  missingOf: (row: Row) => readonly string[],
): Complete<Row> {
  const missing = rows.map(missingOf);
  const names = [...new Set(missing.flat())];
  if (names.length === 0) return { rows, warnings: [] };
  const kept = rows.filter((_, index) => missing[index]!.length === 0);
  const lacks = `${counted(names.length, 'document is', 'documents are')} not there, such as ${names[0]}`;
  if (kept.length > 0) {
    const left = rows.length - kept.length;
    return { rows: kept, warnings: [`${left} of ${counted(rows.length, 'question')} left out: ${lacks}`] };
  }
  throw new ConfigError(`${file}: no question has its documents: ${lacks}`, {
    hint: `Get the documents of the dataset too; ${docsPage('evaluation.md')} says where they lie.`,
    context: { file, missing: names.slice(0, 20) },
  });
}
