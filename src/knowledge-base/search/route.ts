import { CollectionNotFoundError } from '../../errors.ts';
import { normaliseQuery } from '../../retrieve/retrieval.ts';
import { findRoute } from '../../retrieve/understand/stages.ts';
import type { RetrieveParts } from '../../retrieve/parts.ts';
import type { RetrieveRequest } from '../../retrieve/request.ts';
import type { Route } from '../../types.ts';
import type { RetrieveOptions } from './retrieve-options.ts';

/** What `route` takes. */
export type RouteOptions = Pick<RetrieveOptions, 'collection' | 'collections' | 'signal'>;

/** Where a query would be searched, and what could not be done to find that out. */
export interface RouteResponse extends Route {
  /** What could not be done, in sentences. */
  readonly warnings: string[];
}

/** As `retrieve` routes, without a search. @throws CollectionNotFoundError */
export async function routeOf(
  parts: Pick<RetrieveParts, 'store' | 'languageModel' | 'routed'>,
  request: Pick<RetrieveRequest, 'query' | 'collections' | 'routing' | 'signal'>,
): Promise<RouteResponse> {
  const query = normaliseQuery(request.query);
  const routed = await findRoute(parts, request, query);
  if (routed !== undefined) return { ...routed.route, warnings: [...routed.warnings] };
  const existing = (await parts.store.collections()).map(({ name }) => name);
  const missing = request.collections.find((name) => !existing.includes(name));
  if (missing !== undefined) throw new CollectionNotFoundError(missing, existing);
  const reason = 'nothing else is configured, or the call names it';
  return { collections: [...request.collections], by: 'default', reason, warnings: [] };
}
