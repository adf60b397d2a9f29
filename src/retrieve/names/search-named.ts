import { ByChunk } from '../candidate.ts';
import type { Context, Retrieval, RetrievalStage } from '../retrieval.ts';
import { type Leg, type LegResult, mergeBest } from '../search/legs.ts';
import { searchLeg } from '../search/search.ts';
import { StageClock } from '../stage.ts';
import { amongNamed, findNamed, type NamedPlace } from './named-documents.ts';

/** Runs the searches again within documents that the query names, if any, and adds to each list what it lacks of them. */
export const naming: RetrievalStage = {
  name: 'named',
  isOn: ({ request }) => request.namedDocuments === true,
  async run(retrieval, context) {
    const { request, collections } = retrieval;
    const named = await findNamed(context.parts, request, collections);
    return named.length === 0 ? retrieval : searchNamed(retrieval, named, context);
  },
  count: ({ named }) => named.length,
  failure: 'Documents that the query names were not looked for',
};

async function searchNamed(
  retrieval: Retrieval,
  named: readonly NamedPlace[],
  { parts, signal }: Context,
): Promise<Retrieval> {
  const { request, collections, results } = retrieval;
  const within = {
    ...retrieval,
    request: { ...request, filter: amongNamed(request.filter, named) },
    collections: collections.filter(({ name }) => named.some(({ collection }) => collection === name)),
  };
  const clock = new StageClock(signal); // its times are those of this stage
  const ran = Object.entries(results) as [Leg, LegResult][];
  const completed = ran.map(
    async ([leg, all]) => [leg, withMore(all, await searchLeg(leg, within, { parts, clock }))] as const,
  );
  return { ...retrieval, named, results: Object.fromEntries(await Promise.all(completed)) };
}

function withMore(all: LegResult, { hits }: LegResult): LegResult {
  const known = ByChunk.of(all.hits, (hit) => [hit, true]);
  const more = hits.filter((hit) => !known.get(hit));
  return { ...all, hits: mergeBest([all.hits, more], Infinity) };
}
