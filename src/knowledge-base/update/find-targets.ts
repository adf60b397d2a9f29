import { ConfigError, NoDocumentsFoundError } from '../../errors.ts';
import { parseFilter } from '../../store/filter/parse-filter.ts';
import type { Document } from '../../types.ts';
import type { Parts } from '../parts/parts.ts';

export interface Targeting {
  readonly collection: string;
  readonly filter?: unknown;
  readonly documentIds?: readonly string[] | undefined;
}

/**
 * The documents that an update names: by id, by filter, or by both together.
 * @throws ConfigError when it names none; NoDocumentsFoundError when none matches.
 */
export async function findTargets(
  { store }: Parts,
  { collection, documentIds, ...request }: Targeting,
  strategy: string,
): Promise<Document[]> {
  const filter = parseFilter(request.filter);
  if (documentIds === undefined && filter === undefined) {
    throw new ConfigError(`A ${strategy} without filter or documentIds is refused`, {
      hint: 'Name the documents, or give a filter that matches them.',
    });
  }
  const named = documentIds && ({ kind: 'in', field: 'documentId', values: documentIds } as const);
  const nodes = [filter, named].filter((node) => node !== undefined);
  const found = await store.documents(collection, { kind: 'and', nodes });
  if (found.length === 0) throw noneFound(collection);
  return found;
}

const mostNamed = 10;

/** A warning where some of those that were named are not there. */
export function missing(
  ids: readonly string[],
  { what, collection }: { readonly what: 'document' | 'chunk'; readonly collection: string },
): string[] {
  if (ids.length === 0) return [];
  const named = ids.slice(0, mostNamed).map((id) => `"${id}"`);
  const more = ids.length > mostNamed ? [`${ids.length - mostNamed} more`] : [];
  return [`There is no ${what} ${[...named, ...more].join(', ')} in collection "${collection}"`];
}

export const noneFound = (collection: string) =>
  new NoDocumentsFoundError(`No document of collection "${collection}" matches`, {
    hint: 'Check the ids and the filter.',
    context: { collection },
  });
