import type { DocumentContent, StoreReader } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { NoDocumentsFoundError } from '../../errors.ts';
import { parsePlace, type InVersion } from './document-place.ts';

export interface WholeDocument {
  readonly document: Document;
  readonly content: DocumentContent;
}

/** What is known of a document, or a version of it, and what it says, of one state; `undefined` when there is none. */
export function readWhole(
  store: StoreReader,
  collection: string,
  reference: string,
): Promise<WholeDocument | undefined> {
  return store.read(async (reads) => {
    const [document] = await reads.documentsById(collection, [reference]);
    const content = document && (await reads.content(collection, reference));
    return document && content && { document, content };
  });
}

/** A document that must be there, with what names it within its collection. */
export interface NamedDocument extends WholeDocument {
  readonly collection: string;
  readonly reference: string;
}

/** @throws NoDocumentsFoundError when there is no such document, or no such version of it; ConfigError for a bad id. */
export async function requireWhole(
  store: StoreReader,
  documentId: string,
  options: InVersion,
): Promise<NamedDocument> {
  const { collection, reference } = parsePlace(documentId, options);
  const found = await readWhole(store, collection, reference);
  if (found === undefined) throw noSuchDocument(documentId, options);
  return { ...found, collection, reference };
}

export function noSuchDocument(
  documentId: string,
  { collection = 'default', version }: InVersion,
): NoDocumentsFoundError {
  const what = version === undefined ? `document "${documentId}"` : `version ${version} of "${documentId}"`;
  return new NoDocumentsFoundError(`There is no ${what} in collection "${collection}"`, {
    hint: 'It may be in another collection, or have been removed.',
    context: { document: documentId, collection, version },
  });
}
