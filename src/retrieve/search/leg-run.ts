import type { SearchScope } from '../../store/store.ts';
import type { Collection } from '../../types.ts';
import type { RetrieveRequest } from '../request.ts';
import type { StageClock } from '../stage-clock.ts';

/** What one search of a retrieval is run with. */
export interface LegRun {
  readonly query: string;
  readonly clock: StageClock;
  readonly collections: readonly Collection[];
}

export type Within = Pick<SearchScope, 'limit' | 'among' | 'atLeast'>;

export function scopeOf(request: RetrieveRequest, collection: string, within: Within): SearchScope {
  const { filter, constraint, versions, signal } = request;
  return { collection, filter, constraint, versions, signal, ...within };
}
