/** What is searched for, and where. Both stages are off by default. */
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import { type Context, normaliseQuery, type Retrieval, type RetrievalStage } from '../retrieval.ts';
import { both } from '../search/among-passages.ts';
import { degraded } from '../stage.ts';
import { withinBudget } from '../within-budget.ts';
import { route, type Routed } from './route.ts';
import { understand, type Understood } from './understand.ts';

/** Chooses the collections, where the request leaves that open. */
export const routing: RetrievalStage = {
  name: 'route',
  isOn: ({ request }) => request.routing !== undefined,
  async run(retrieval, { parts }) {
    const { request, query, warnings } = retrieval;
    const found = await findRoute(parts, request, query);
    if (found === undefined) return retrieval;
    const { route: chosen, failure } = found;
    const routed = {
      ...retrieval,
      request: { ...request, collections: chosen.collections },
      route: chosen,
      warnings: [...warnings, ...found.warnings],
    };
    return failure === undefined ? routed : degraded(routed, 'route', { error: failure });
  },
  count: ({ request }) => request.collections.length,
};

/** Where a request is searched; `undefined` where it says so itself, or nothing chooses. */
export async function findRoute(
  { store, languageModel, routed }: Pick<RetrieveParts, 'store' | 'languageModel' | 'routed'>,
  { routing: wanted, signal }: Pick<RetrieveRequest, 'routing' | 'signal'>,
  query: string,
): Promise<Routed | undefined> {
  if (wanted === undefined) return undefined;
  const existing = new Set((await store.collections()).map(({ name }) => name));
  return route(query, wanted, { existing, languageModel, routed, signal });
}

/** Words the query anew, where a language model is asked to. It lists itself where the model is asked. */
export const understanding: RetrievalStage = {
  isOn: ({ request }, { parts }) =>
    request.understanding !== undefined && parts.languageModel !== undefined && parts.selfQuery !== undefined,
  async run(retrieval, context) {
    const { signal } = context;
    try {
      return withUnderstood(retrieval, await understandOnce(retrieval, context));
    } catch (error) {
      signal?.throwIfAborted();
      return degraded(retrieval, 'understand', {
        error,
        warning: (reason) => `The query was searched as it stands: ${reason}`,
      });
    }
  },
};

/** Asks for no query twice. */
async function understandOnce(
  { request: { collections, filter }, query }: Retrieval,
  { parts: { languageModel, selfQuery, understood }, given, clock, signal }: Context,
): Promise<Understood> {
  const wanted = given.understanding!;
  const { parseFilter, fields: fieldsOf } = selfQuery!;
  const fields = wanted.selfQuery ? await fieldsOf(collections, filter) : [];
  const run = { open: languageModel!, fields, parseFilter, today: today(given.now) };
  const key = JSON.stringify([query, wanted, fields, run.today]);
  const known = understood?.get(key);
  if (known !== undefined) return known;
  const budget = {
    who: 'The language model',
    timeBudgetMs: wanted.timeBudgetMs,
    setting: 'calls.timeoutMs',
    signal,
  };
  const fresh = await clock.run(
    'understand',
    () => withinBudget((inTime) => understand(query, wanted, { ...run, signal: inTime }), budget),
    () => 1,
  );
  understood?.set(key, fresh);
  return fresh;
}

/** The retrieval with what was made of its query, and with notes of what that leaves out. */
function withUnderstood(retrieval: Retrieval, understood: Understood): Retrieval {
  const { request, query } = retrieval;
  const { filter, hyde } = understood;
  const rewritten = understood.query === undefined ? query : normaliseQuery(understood.query);
  const worded: Retrieval = {
    ...retrieval,
    query: rewritten,
    keywords: rewritten === query ? query : `${query} ${rewritten}`,
    hyde,
    request: filter === undefined ? request : { ...request, filter: both(request.filter, filter.node) },
    readFilter: filter?.raw,
    selfFilter: filter?.raw,
  };
  return understood.warnings.reduce(
    (noted, error) => degraded(noted, 'understand', { error, warning: (reason) => reason }),
    worded,
  );
}

const today = (now: number) => new Date(now).toISOString().slice(0, 10);
