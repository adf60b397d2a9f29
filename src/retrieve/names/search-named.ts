import type { Collection } from '../../types.ts';
import { keyOf } from '../candidate.ts';
import { mergeBest, type Leg, type LegResult } from '../search/legs.ts';
import { amongNamed, findNamed, type NamedPlace } from './named-documents.ts';
import { orInstead } from '../or-instead.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import { StageClock } from '../stage-clock.ts';

/** One search of a request. */
export type SearchLeg = (
  leg: Leg,
  request: RetrieveRequest,
  run: { readonly clock: StageClock; readonly collections: readonly Collection[] },
) => Promise<LegResult>;

type Results = ReadonlyMap<Leg, LegResult>;

interface NamingRun {
  readonly request: RetrieveRequest;
  readonly collections: readonly Collection[];
  readonly clock: StageClock;
  readonly searchLeg: SearchLeg;
}

interface Naming {
  readonly results: Results;
  readonly named: readonly NamedPlace[];
  readonly warnings: readonly string[];
}

/** What the searches found, with more of the documents that the query names, if any; as it is where that fails. */
export async function withNamed(parts: RetrieveParts, results: Results, run: NamingRun): Promise<Naming> {
  const { request, collections, clock } = run;
  const warnings: string[] = [];
  const withoutNames: Naming = { results, named: [], warnings };
  if (!request.namedDocuments) return withoutNames;
  const find = async (): Promise<Naming> => {
    const named = await findNamed(parts, request, collections);
    return named.length === 0
      ? withoutNames
      : { results: await searchNamed(results, named, run), named, warnings };
  };
  return orInstead(() => clock.run('named', find, ({ named }) => named.length), {
    stage: 'named',
    clock,
    instead: () => withoutNames,
    failure: 'Documents that the query names were not looked for',
    warnings,
    signal: request.signal,
  });
}

/** Runs the searches again within these documents, and adds to each list what it lacks of them. */
async function searchNamed(
  results: Results,
  named: readonly NamedPlace[],
  { request, collections, searchLeg }: NamingRun,
): Promise<Results> {
  const within = { ...request, filter: amongNamed(request.filter, named) };
  const having = collections.filter(({ name }) => named.some(({ collection }) => collection === name));
  const run = { collections: having, clock: new StageClock(request.signal) };
  const complete = async ([leg, all]: [Leg, LegResult]) =>
    [leg, withMore(all, await searchLeg(leg, within, run))] as const;
  return new Map(await Promise.all([...results].map(complete)));
}

function withMore(all: LegResult, { hits }: LegResult): LegResult {
  const known = new Set(all.hits.map(keyOf));
  const more = hits.filter((hit) => !known.has(keyOf(hit)));
  return { ...all, hits: mergeBest([all.hits, more], Infinity) };
}
