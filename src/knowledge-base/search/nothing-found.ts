import type { ChunkConstraint, FilterNode } from '../../store/filter/filter.ts';
import type { SearchScope, StoreReader, StoreSearcher } from '../../store/store.ts';
import { anyMatches } from './any-matches.ts';
import { describeUnknownFields } from './unknown-fields.ts';

interface NarrowedSearch extends Pick<SearchScope, 'versions'> {
  readonly collections: readonly string[];
  readonly filter?: FilterNode | undefined;
  readonly constraint?: ChunkConstraint | undefined;
  /** Laid under every filter by the configuration. */
  readonly usual?: FilterNode | undefined;
}

/**
 * Of a search that found nothing: what is wrong with its filter, or else that nothing matches its conditions. Regular
 * expressions are not tried again, as they may take long. Nothing is said where there is
 * nothing to search, as in an empty collection.
 */
export async function describeNothingFound(
  store: StoreReader & StoreSearcher,
  { usual, ...search }: NarrowedSearch,
): Promise<string[]> {
  const { filter, collections, versions } = search;
  const unknown = await describeUnknownFields(store, { filter, collections, usual });
  if (unknown.length > 0) return unknown;
  const { regex: _, ...constraint } = search.constraint ?? {};
  const isEmpty = !(await anyMatches(store, collections, { filter: usual, versions }));
  return isEmpty || (await anyMatches(store, collections, { filter, constraint, versions }))
    ? []
    : ['Nothing that was added matches the filter, so nothing was searched.'];
}
