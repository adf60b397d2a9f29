import { StoreError } from '../../errors.ts';
import type { DocumentState } from '../store.ts';

/** What a change expects of a stored document is no longer so: another writer came first. */
export function outdated(location: string, { documentId, version }: DocumentState): StoreError {
  return new StoreError(`Another writer has changed the document "${documentId}" meanwhile.`, {
    hint: 'Try again: nothing was stored.',
    context: { location, document: documentId, version, isOutdated: true },
  });
}

/** Whether an error says that a document is not as it was expected. */
export function isOutdated(error: unknown): boolean {
  return error instanceof StoreError && error.context.isOutdated === true;
}
