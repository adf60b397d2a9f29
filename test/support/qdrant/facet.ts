import type { Collection } from './collection.ts';
import { badRequest } from './error.ts';
import type { Body } from './types.ts';

/** How many points have each value of a field, from the most frequent. */
export function facet(collection: Collection, { key, filter, limit }: Body<'FacetRequest'>): unknown {
  const { points, indexes } = collection;
  if (!indexes.canFacet(key))
    throw badRequest(
      `No appropriate index for faceting: \`${key}\`. Please create one to facet on this field. Check https://qdrant.tech/documentation/concepts/indexing/#payload-index to see which payload schemas support Match conditions`,
    );
  const counts = new Map<string | number | boolean, number>();
  for (const slot of collection.select(filter as Body<'Filter'>))
    for (const value of indexes.values(key, points.payload(slot)) as string[])
      counts.set(value, (counts.get(value) ?? 0) + 1);
  const hits = [...counts].map(([value, count]) => ({ value, count }));
  return {
    hits: hits.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)).slice(0, limit ?? 10),
  };
}
