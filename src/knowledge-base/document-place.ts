import { z } from 'zod';
import { documentReference } from '../util/document-key.ts';
import { collectionNameSchema, parseOptions } from './options.ts';

const documentPlaceSchema = z.strictObject({
  documentId: z.string().min(1),
  /** `default` unless given. */
  collection: collectionNameSchema.default('default'),
  /** The present one unless given; others are there where they were kept. */
  version: z.int().min(1).optional(),
});
type DocumentPlace = z.output<typeof documentPlaceSchema>;
export type InVersion = Omit<z.input<typeof documentPlaceSchema>, 'documentId'>;

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
