import type { DocumentContent, Store } from '../store/store.ts';
import type { Document } from '../types.ts';

export interface WholeDocument {
  readonly document: Document;
  readonly content: DocumentContent;
}

/** What is known of a document, or a version of it, and what it says, of one state; `undefined` when there is none. */
export function readWhole(
  store: Pick<Store, 'read'>,
  collection: string,
  reference: string,
): Promise<WholeDocument | undefined> {
  return store.read(async (reads) => {
    const [document] = await reads.documentsById(collection, [reference]);
    const content = document && (await reads.content(collection, reference));
    return document && content && { document, content };
  });
}
