import { FilterError } from '../errors.ts';

/** What filtering documents by a field that only chunks have ends in. */
export function onlyOfChunks(field: string): FilterError {
  return new FilterError(`${field} is a field of chunks, and documents are filtered here.`, {
    hint: `Use a field of the document, or metadata.${field} for a field of your own of that name.`,
    context: { position: field },
  });
}
