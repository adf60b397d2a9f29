import type { FilterNode } from '../../store/filter.ts';
import type { Route } from '../../types.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import { route, type Routed } from './route.ts';
import type { StageClock } from '../stage-clock.ts';
import { understand, type Understanding, type Understood } from './understand.ts';
import { withinBudget } from '../within-budget.ts';

/** A request as it is searched: where, with which words, and under which conditions. */
export interface PreparedQuery {
  readonly query: string;
  /** What keywords are searched for: the words of the query as it was asked, and of what it was made. */
  readonly keywords: string;
  readonly hyde?: string | undefined;
  readonly request: RetrieveRequest;
  readonly route?: Route | undefined;
  /** Read from the query, as the model wrote it. */
  readonly selfFilter?: unknown;
  readonly warnings: readonly string[];
}

/** Route → understand. What a model fails to do is left out and named in `warnings`. */
export async function prepareQuery(
  parts: RetrieveParts,
  given: RetrieveRequest,
  clock: StageClock,
): Promise<PreparedQuery> {
  const query = normaliseQuery(given.query);
  const routed = await findRoute(parts, given, { query, clock });
  const request = routed ? { ...given, collections: routed.route.collections } : given;
  const { understanding } = given;
  const understood =
    understanding && (await understandOr(parts, understanding, { given: request, query, clock }));
  const { filter } = understood ?? {};
  const rewritten = understood?.query === undefined ? query : normaliseQuery(understood.query);
  return {
    query: rewritten,
    keywords: rewritten === query ? query : `${query} ${rewritten}`,
    hyde: understood?.hyde,
    request: filter === undefined ? request : { ...request, filter: both(request.filter, filter.node) },
    route: routed?.route,
    selfFilter: filter?.raw,
    warnings: [...(routed?.warnings ?? []), ...(understood?.warnings ?? [])],
  };
}

interface PrepareRun {
  readonly given: RetrieveRequest;
  readonly query: string;
  readonly clock: StageClock;
}

/** Where a request is searched; `undefined` where it says so itself, or nothing chooses. */
export async function findRoute(
  { store, languageModel, routed }: Pick<RetrieveParts, 'store' | 'languageModel' | 'routed'>,
  { routing, signal }: Pick<RetrieveRequest, 'routing' | 'signal'>,
  { query, clock }: { readonly query: string; readonly clock: StageClock },
): Promise<Routed | undefined> {
  if (routing === undefined) return undefined;
  const choose = async () => {
    const existing = new Set((await store.collections()).map(({ name }) => name));
    return route(query, routing, { existing, languageModel, routed, signal });
  };
  const found = await clock.run('route', choose, ({ route: { collections } }) => collections.length);
  if (found.failure !== undefined) clock.degrade('route', found.failure);
  return found;
}

async function understandOr(
  { languageModel, selfQuery, understood }: RetrieveParts,
  wanted: Understanding,
  { given, query, clock }: PrepareRun,
): Promise<Understood | undefined> {
  const { signal, collections, filter } = given;
  if (languageModel === undefined || selfQuery === undefined) return undefined;
  const { parseFilter } = selfQuery;
  const budget = {
    who: 'The language model',
    timeBudgetMs: wanted.timeBudgetMs,
    setting: 'retrieval.understanding.timeBudgetMs',
    signal,
  };
  try {
    const fields = wanted.selfQuery ? await selfQuery.fields(collections, filter) : [];
    const run = { open: languageModel, fields, parseFilter, today: today(given.now) };
    const key = JSON.stringify([query, wanted, fields, run.today]);
    const known = understood?.get(key);
    if (known !== undefined) return noted(known, clock);
    const fresh = await clock.run(
      'understand',
      () => withinBudget((inTime) => understand(query, wanted, { ...run, signal: inTime }), budget),
      () => 1,
    );
    understood?.set(key, fresh);
    return noted(fresh, clock);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = clock.degrade('understand', error);
    return { warnings: [`The query was searched as it stands: ${reason}`] };
  }
}

/** What it says that it left out. */
function noted(understood: Understood, clock: StageClock): Understood {
  for (const warning of understood.warnings) clock.degrade('understand', warning);
  return understood;
}

const today = (now: number) => new Date(now).toISOString().slice(0, 10);

const both = (given: FilterNode | undefined, read: FilterNode): FilterNode =>
  given === undefined ? read : { kind: 'and', nodes: [given, read] };

export function normaliseQuery(query: string): string {
  return query.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
