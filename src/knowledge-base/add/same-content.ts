/** Notes on documents whose bytes are stored already, under another name. */
import { StoreError } from '../../errors.ts';
import type { Document } from '../../types.ts';
import { slices } from '../../util/lists/slices.ts';
import type { Parts } from '../parts/parts.ts';

/** Hashes that are looked up at once. */
const mostAtOnce = 500;
const mostNamed = 5;

/** What tells a new document, and its bytes. */
export type Inserted = Pick<Document, 'documentId' | 'sourceHash'>;

/**
 * A sentence on the new documents of an addition whose bytes are those of another document of the collection, or none. One
 * search of documents for 500 new ones; where that fails there is no note, as everything is stored.
 */
export async function describeSameContent(
  { store }: Pick<Parts, 'store'>,
  collection: string,
  inserted: readonly Inserted[],
): Promise<string[]> {
  try {
    const first = await storedBefore(store, collection, inserted);
    const twice: string[] = [];
    for (const { documentId, sourceHash } of inserted) {
      const other = first.get(sourceHash);
      if (other === undefined) first.set(sourceHash, documentId);
      else twice.push(`${documentId} as ${other}`);
    }
    if (twice.length === 0) return [];
    const more =
      twice.length > mostNamed ? [`and ${(twice.length - mostNamed).toLocaleString('en')} more`] : [];
    const named = [...twice.slice(0, mostNamed), ...more].join(', ');
    return [`Added with the same content as another document: ${named}. Remove one, unless both are wanted.`];
  } catch (error) {
    if (error instanceof StoreError) return [];
    throw error;
  }
}

/** By hash the id of a document that is none of the new ones. */
async function storedBefore(
  store: Parts['store'],
  collection: string,
  inserted: readonly Inserted[],
): Promise<Map<string, string>> {
  const isNew = new Set(inserted.map(({ documentId }) => documentId));
  const hashes = [...new Set(inserted.map(({ sourceHash }) => sourceHash))];
  const ids = new Map<string, string>();
  for (const values of slices(hashes, mostAtOnce)) {
    const found = await store.documents(collection, { kind: 'in', field: 'sourceHash', values });
    for (const { documentId, sourceHash } of found)
      if (!isNew.has(documentId)) ids.set(sourceHash, documentId);
  }
  return ids;
}
