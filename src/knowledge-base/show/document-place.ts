import { z } from 'zod';
import { documentReference } from '../../util/ids/document-key.ts';
import { collectionNameSchema, parseOptions } from '../parts/options.ts';

/** Which version of a document is meant, and in which collection. */
export interface InVersion {
  /**
   * Name of the collection, 1 to 200 characters.
   * @default 'default'
   */
  readonly collection?: string;
  /** A version, from 1; the present one unless given. Others are there where they were kept. */
  readonly version?: number;
}

export const documentPlaceSchema = z.strictObject({
  documentId: z.string().min(1),
  collection: collectionNameSchema.default('default'),
  version: z.int().min(1).optional(),
});
type DocumentPlace = z.output<typeof documentPlaceSchema>;

/**
 * Which document, or version of it, a call is about, and what names that in the store.
 * @throws ConfigError for an id that is no text, or a bad option.
 */
export function parsePlace(
  documentId: string,
  options: InVersion,
): DocumentPlace & { readonly reference: string } {
  const place = parseOptions(documentPlaceSchema, { ...options, documentId }, 'document');
  return { ...place, reference: documentReference({ documentId, documentVersion: place.version }) };
}
