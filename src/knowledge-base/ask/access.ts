import { AccessError } from '../../errors.ts';
import type { RetrieveResponse } from '../../types.ts';
import type { Parts } from '../parts/parts.ts';

type Scoped = Pick<Parts, 'scope'>;

/** @throws AccessError where a scoped knowledge base may only read. */
export function requireWrite({ scope }: Scoped, operation: string): void {
  if (scope === undefined || scope.access === 'write') return;
  throw new AccessError(`${operation} would change something, and this knowledge base is for reading`, {
    hint: 'Open the scope with access: "write".',
    context: { operation },
  });
}

/** @throws AccessError where it may only read, and where its collections hold documents of others. */
export function requireWholeCollections(parts: Scoped, operation: string): void {
  requireWrite(parts, operation);
  if (!parts.scope?.isPartial) return;
  throw new AccessError(`${operation} is for whole collections, and documents of others may be in these`, {
    hint: 'Call it on the knowledge base that the scope was taken of.',
    context: { operation },
  });
}

/** @throws AccessError for every scoped knowledge base. */
export function requireWholeStore({ scope }: Scoped, operation: string): void {
  if (scope === undefined) return;
  throw new AccessError(`${operation} is for the whole store, and this knowledge base is scoped`, {
    hint: 'Call it on the knowledge base that the scope was taken of.',
    context: { operation },
  });
}

/** How rare a word is says something of the documents of others, where those are counted too. */
export function withoutSharedWords({ scope }: Scoped, response: RetrieveResponse): RetrieveResponse {
  if (!scope?.isPartial) return response;
  const terms = response.queries.terms.map((term) => ({ ...term, idf: undefined }));
  return { ...response, queries: { ...response.queries, terms } };
}
