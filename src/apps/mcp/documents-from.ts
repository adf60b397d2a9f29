import type { Document, ScopedKnowledgeBase, Filter } from '../../index.ts';

export interface DocumentsWanted {
  readonly filter?: Filter | undefined;
  /** All collections unless given. */
  readonly names?: readonly string[] | undefined;
  /** How many to pass over, over all collections. */
  readonly from: number;
  readonly limit: number;
}

/**
 * Documents of several collections as one list: by collection as they are named, then by id.
 * @returns with how many match in all.
 */
export async function documentsFrom(
  kb: Pick<ScopedKnowledgeBase, 'collections' | 'documents' | 'stats'>,
  { filter, names, from, limit }: DocumentsWanted,
): Promise<{ documents: Document[]; total: number }> {
  const collections = names ?? (await kb.collections()).map(({ name }) => name);
  const documents: Document[] = [];
  let total = 0;
  for (const collection of new Set(collections)) {
    const [all] = await kb.stats({ collection, filter });
    const offset = Math.max(0, from - total);
    const room = limit - documents.length;
    total += all!.documents;
    if (room > 0 && offset < all!.documents)
      documents.push(...(await kb.documents(filter, { collection, offset, limit: room })));
  }
  return { documents, total };
}
