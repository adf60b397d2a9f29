import type { StoreReads } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { documentKey, documentReference, placesOf } from '../../util/ids/document-key.ts';
import type { Candidate } from '../candidate.ts';

/** The documents that found chunks are of, by `documentKeyOf`; those deleted meanwhile are left out. */
export async function readDocuments(
  store: StoreReads,
  found: readonly Pick<Candidate, 'collection' | 'chunk'>[],
): Promise<ReadonlyMap<string, Document>> {
  const documents = new Map<string, Document>();
  await Promise.all(
    [...new Set(found.map(({ collection }) => collection))].map(async (collection) => {
      const ofCollection = found.filter((one) => one.collection === collection);
      const references = [...new Set(ofCollection.map(({ chunk }) => documentReference(chunk)))];
      for (const document of await store.documentsById(collection, references)) {
        for (const place of placesOf(document)) documents.set(documentKey(place), document);
      }
    }),
  );
  return documents;
}
