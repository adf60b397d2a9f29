import type { DocumentParts } from './points.ts';
import type { Totals } from './registry.ts';

/** The totals of a collection with documents that come, or without some that go. */
export function counted(
  totals: Totals,
  documents: readonly Pick<DocumentParts, 'document' | 'termCount'>[],
  sign: 1 | -1,
): Totals {
  const languages = { ...totals.languages };
  const sums = { ...totals };
  for (const { document, termCount } of documents) {
    const { chunkCount, language, supersededAt } = document;
    if (supersededAt === undefined) {
      sums.documents += sign;
      sums.chunks += sign * chunkCount;
    }
    sums.allChunks += sign * chunkCount;
    sums.terms += sign * termCount;
    if (language !== undefined) languages[language] = (languages[language] ?? 0) + sign;
  }
  const spoken = Object.entries(languages).filter(([, count]) => count > 0);
  return { ...sums, languages: Object.fromEntries(spoken) };
}
