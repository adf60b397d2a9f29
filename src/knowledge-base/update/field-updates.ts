import { z } from 'zod';
import { describeProblems } from '../../config/describe-problems.ts';
import { ConfigError } from '../../errors.ts';
import { resolveField } from '../../store/filter/fields.ts';
import type { FieldPatch, MetadataPatch } from '../../store/store.ts';
import { isoDateSchema } from '../parts/options.ts';

/** One value stands for a list of one; `null` empties a list. */
const listSchema = z
  .union([z.string().transform((value) => [value]), z.array(z.string())])
  .nullable()
  .transform((value) => value ?? []);
const textSchema = z.string().nullable();
/** A year may be a number, as the command line reads it. */
const dateSchema = z.preprocess(
  (value) => (typeof value === 'number' ? String(value) : value),
  isoDateSchema.nullable(),
);

/** What a user may say of a stored document, beside metadata. */
const describedFields = z.strictObject({
  title: z.string('must be text: a document has a title').min(1),
  creators: listSchema,
  subjects: listSchema,
  description: textSchema,
  dateCreated: dateSchema,
  publisher: textSchema,
  containerTitle: textSchema,
  doi: textSchema,
  url: textSchema,
  type: textSchema,
  tags: listSchema,
  project: textSchema,
});
const describedFieldsPatch = describedFields.partial();

/**
 * Divides updates into the user's own metadata and the fields that a document has of itself. A name means here what it
 * means in a filter: `title` is the document's title, `metadata.title` the user's own key of that name.
 *
 * @throws ConfigError for a built-in field that cannot be changed, or a value that it cannot have.
 */
export function splitUpdates(
  updates: MetadataPatch,
  target: 'documents' | 'chunks',
): { patch: MetadataPatch; fields: FieldPatch } {
  const own: [string, MetadataPatch[string]][] = [];
  const fields: Record<string, MetadataPatch[string]> = {};
  for (const [name, value] of Object.entries(updates)) {
    const field = resolveField(name);
    if (field.level === 'metadata') own.push([field.name, value]);
    else if (target === 'documents' && Object.hasOwn(describedFields.shape, name)) fields[name] = value;
    else throw unchangeable(name, target);
  }
  const parsed = describedFieldsPatch.safeParse(fields);
  // Assigned one by one, a key `__proto__` would vanish.
  if (parsed.success) return { patch: Object.fromEntries(own), fields: parsed.data };
  const problems = describeProblems(parsed.error);
  throw new ConfigError(`Invalid metadataUpdates: ${problems.join('; ')}`, {
    hint: 'For metadata of your own, which may be anything, write metadata.<name>.',
    context: { problems },
  });
}

function unchangeable(name: string, target: 'documents' | 'chunks'): ConfigError {
  return new ConfigError(`${name} is a built-in field of ${target}, and no update can change it`, {
    hint: `For metadata of your own of that name, write metadata.${name}; of a document's own fields you can change ${Object.keys(describedFields.shape).join(', ')}.`,
    context: { field: name },
  });
}
