/** Which document is meant: ids are unique within a collection only. */
export interface DocumentPlace {
  readonly collection: string;
  readonly documentId: string;
}

/** The same text for the same place, and for no other. */
export function documentKey({ collection, documentId }: DocumentPlace): string {
  return JSON.stringify([collection, documentId]);
}
