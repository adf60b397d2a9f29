/** Which document is meant: ids are unique within a collection only. */
export interface DocumentPlace {
  readonly collection: string;
  readonly documentId: string;
  /** Where versions are kept; the present one unless given. */
  readonly documentVersion?: number | undefined;
}

/** The same text for the same place, and for no other: the length tells where the collection's name ends, and ids contain no `#`. */
export function documentKey({ collection, documentId, documentVersion }: DocumentPlace): string {
  return `${collection.length} ${collection}${documentId}#${documentVersion ?? ''}`;
}

/** The places that a stored document is at: an earlier version at its version's only. */
export function placesOf(
  document: DocumentPlace & { readonly version: number; readonly supersededAt?: string | undefined },
): DocumentPlace[] {
  const { collection, documentId, version, supersededAt } = document;
  const byVersion = { collection, documentId, documentVersion: version };
  return supersededAt === undefined ? [{ collection, documentId }, byVersion] : [byVersion];
}

/** What names a document, or a version of it, within its collection: ids contain no `#`. */
export function documentReference({
  documentId,
  documentVersion,
}: Pick<DocumentPlace, 'documentId' | 'documentVersion'>): string {
  return documentVersion === undefined ? documentId : `${documentId}#v${documentVersion}`;
}

/** The document of a chunk, whose id begins with its. */
export const documentIdOf = (chunkId: string): string => chunkId.slice(0, chunkId.indexOf('#'));

/** The chunk of a document, or of a version of it: `<reference>#<sequence, at least 4 digits>`. */
export const chunkIdOf = (reference: string, sequence: number): string =>
  `${reference}#${String(sequence).padStart(4, '0')}`;

/** The document, or the version of it, that a chunk is of. */
export const referenceOfChunk = (chunkId: string): string => chunkId.slice(0, chunkId.lastIndexOf('#'));

/** The inverse of `documentReference`. */
export function parseReference(reference: string): Pick<DocumentPlace, 'documentId' | 'documentVersion'> {
  const [, documentId, version] = /^(.*)#v(\d+)$/su.exec(reference) ?? [];
  return documentId === undefined
    ? { documentId: reference }
    : { documentId, documentVersion: Number(version) };
}
