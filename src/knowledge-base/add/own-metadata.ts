/** What users say of documents in `metadata`: a key means there what it means in filters and updates. */
import { metadataPrefix, resolveField } from '../../store/filter/fields.ts';
import { metadataSchema, type Metadata } from '../../types.ts';

/** Fields of the input of a document. */
const givenBeside = new Set(['documentId', 'title', 'creators', 'dateCreated', 'type', 'tags', 'project']);

/**
 * Metadata as it is given. A key that has the name of a built-in field is refused: a filter would look at the field, and
 * never find the key. `metadata.<name>` is the user's own key of that name.
 */
export const givenMetadataSchema = metadataSchema.superRefine((metadata, context) => {
  for (const name of Object.keys(metadata)) {
    if (resolveField(name).level === 'metadata') continue;
    const own = `for a key of your own write "${metadataPrefix}${name}", and filter by that`;
    const message = givenBeside.has(name)
      ? `is a field of the document: give ${name} beside metadata; ${own}`
      : `is a built-in field: ${own}`;
    context.addIssue({ code: 'custom', path: [name], message });
  }
});

/** One's own keys of what was given, what comes later over what comes before. */
export function ownMetadata(...given: readonly (Metadata | undefined)[]): Metadata {
  const entries = given.flatMap((metadata = {}) => Object.entries(metadata));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const field = resolveField(name);
      return [field.level === 'metadata' ? field.name : name, value];
    }),
  );
}
