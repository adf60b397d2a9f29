import { namesIn } from '../answer/extract/question.ts';
import type { FilterNode } from '../store/filter/filter.ts';
import type { StoreSearcher } from '../store/store.ts';
import type { Document, RetrieveResponse } from '../types.ts';
import { documentIdOf, documentKey, type DocumentPlace } from '../util/document-key.ts';

/** Chunks of the retrieved documents that are looked at for a name. */
const mostChunks = 1000;
/** A document is about a name that this share of its chunks, and of long ones so many, have; others name it in passing. */
const leastShare = 0.1;
const fewestChunks = 3;

/**
 * Which of the question's names each retrieved document is about as a whole, by the keyword index: in an
 * annual report the company's name stands in every third chunk, and another company's in hardly any.
 */
export async function subjectsOf(
  store: Pick<StoreSearcher, 'searchKeyword'>,
  question: string,
  { sources }: Pick<RetrieveResponse, 'sources'>,
  signal?: AbortSignal,
): Promise<(place: DocumentPlace) => readonly string[]> {
  const subjects = new Map<string, string[]>();
  const names = new Set(namesIn(question).filter((word) => !/\p{N}/u.test(word)));
  for (const collection of new Set(sources.map(({ document }) => document.collection))) {
    const documents = sources.flatMap(({ document }) =>
      document.collection === collection ? [document] : [],
    );
    const values = [...new Set(documents.map(({ documentId }) => documentId))];
    const filter: FilterNode = { kind: 'in', field: 'documentId', values };
    for (const name of names) {
      const { hits } = await store.searchKeyword(name, { collection, filter, limit: mostChunks, signal });
      const counts = countByDocument(hits);
      for (const document of documents.filter((each) => isAbout(each, counts))) {
        const key = keyOf(document);
        subjects.set(key, [...(subjects.get(key) ?? []), name]);
      }
    }
  }
  return (place) => subjects.get(keyOf(place)) ?? [];
}

/** How many of the chunks are of each document. */
function countByDocument(hits: readonly { readonly chunkId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { chunkId } of hits) {
    const documentId = documentIdOf(chunkId);
    counts.set(documentId, (counts.get(documentId) ?? 0) + 1);
  }
  return counts;
}

/** Whether a document is about what so many of its chunks name; of a short one, half of them and two. */
function isAbout({ documentId, chunkCount }: Document, counts: ReadonlyMap<string, number>): boolean {
  const count = counts.get(documentId) ?? 0;
  return count >= Math.min(fewestChunks, Math.max(2, chunkCount / 2)) && count >= leastShare * chunkCount;
}

/** All versions of a document are about the same. */
function keyOf({ collection, documentId }: DocumentPlace): string {
  return documentKey({ collection, documentId });
}
