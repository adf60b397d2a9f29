import { ConfigError, type KnowledgeBase } from '../../../index.ts';
import { formatSkeleton } from '../../../evaluate/index.ts';
import { plural } from '../terminal/layout.ts';
import { writeNewFile } from './new-file.ts';

const draftedQueries = 20;

/**
 * Writes a query set to start from: a query for each of up to 20 documents, spread over the collection.
 * @throws ConfigError when the file exists and `force` is not given, or the collection is empty.
 */
export async function writeQuerySet(
  kb: KnowledgeBase,
  file: string,
  { collection, force = false }: { collection: string; force?: boolean },
): Promise<string[]> {
  const documents = await kb.documents(undefined, { collection });
  if (documents.length === 0) {
    throw new ConfigError(`Collection "${collection}" is empty, so there is nothing to ask about`, {
      hint: 'Add documents with `pincite add` first.',
    });
  }
  const step = Math.max(1, documents.length / draftedQueries);
  const count = Math.min(draftedQueries, documents.length);
  const chosen = Array.from({ length: count }, (_, index) => documents[Math.floor(index * step)]!);
  await writeNewFile(file, formatSkeleton(collection, chosen), { force });
  return [
    `Wrote ${file} with ${plural(count, 'draft')} of queries, taken from titles.`,
    'Rewrite them as questions that your users ask; then grade what is found:',
    `  pincite eval ${file} --label`,
  ];
}
