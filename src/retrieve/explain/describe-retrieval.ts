import type { RetrieveResponse } from '../../types.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import type { Expansion } from '../search/acronyms.ts';
import { feedbackChunks } from '../search/feedback.ts';
import { type FuseOptions, sharesIn } from '../combine/fuse.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import type { Retrieval } from '../retrieval.ts';
import { isScored } from '../combine/score.ts';

type Queries = RetrieveResponse['queries'];

/** What was searched, for what and how, in sentences; and why stages did not run. */
export function describeRetrieval(
  parts: RetrieveParts,
  explained: Retrieval,
  queries: Queries,
): NonNullable<RetrieveResponse['explanation']> {
  return { reasons: reasonsOf(explained, queries), skipped: skippedOf(parts, explained, queries) };
}

function reasonsOf(explained: Retrieval, queries: Queries): string[] {
  const { request, selfFilter, legs, fusion, fusionBefore } = explained;
  const { standard, hyde, filter, route, terms } = queries;
  const chosen = route ? `, chosen by ${route.by} (${route.reason})` : '';
  const unknown = terms.filter(({ idf }) => idf === 0).map(({ term }) => term);
  const { expansions = [] } = explained.results.keyword ?? {};
  return [
    `Searched in ${request.collections.join(', ')}${chosen}.`,
    ...(standard === request.query ? [] : [`Searched for: ${standard}`]),
    ...(expansions.length === 0
      ? []
      : [`Also searched for: ${expansions.map(describeExpansion).join('; ')}.`]),
    ...(hyde === undefined ? [] : [`And for the passage: ${hyde}`]),
    ...(filter === undefined ? [] : [`Filter: ${JSON.stringify(filter)}`]),
    ...(selfFilter === undefined ? [] : [`Filter read from the query: ${JSON.stringify(selfFilter)}`]),
    ...describeNamed(explained),
    ...(unknown.length === 0 ? [] : [`No document has: ${unknown.join(', ')}.`]),
    ...describeFusion(legs, fusion),
    ...(fusionBefore ? [describeFeedback(fusionBefore)] : []),
  ];
}

/** Where several searches ran. */
function describeFusion(legs: Retrieval['legs'], fusion: FuseOptions): string[] {
  const shares = sharesIn(legs, fusion);
  const ran = searches.filter(({ leg }) => legs[leg] !== undefined);
  if (ran.length < 2) return [];
  const weights = ran.map(({ leg, by }) => `, ${by} × ${shares[leg].weight.toFixed(2)}`).join('');
  return [`Merged by ${fusion.method}${fusion.method === 'rrf' ? '' : weights}.`];
}

const searches = [
  { leg: 'vector', by: 'meaning' },
  { leg: 'hyde', by: 'passage' },
  { leg: 'keyword', by: 'words' },
] as const;

/** Those of which something was found: of others the caller may not know. */
function describeNamed({ named, orders }: Retrieval): string[] {
  const found = new Set(
    orders[0]?.candidates.map(({ collection, chunk }) =>
      documentKey({ collection, documentId: chunk.documentId }),
    ),
  );
  const names = named.filter((place) => found.has(documentKey(place))).map(({ documentId }) => documentId);
  return names.length === 0 ? [] : [`The query names ${[...new Set(names)].join(', ')}.`];
}

/** “Securities and Exchange Commission (SEC)”: what was added, and for which words. */
const describeExpansion = ({ words, means }: Expansion) => `${means} (${words})`;

function describeFeedback({ method, vectorWeight }: FuseOptions): string {
  const weight = method === 'rrf' ? '' : `, which were merged with meaning × ${vectorWeight.toFixed(2)}`;
  return `Before that, feedback moved the query's vector towards the first ${feedbackChunks} hits${weight}.`;
}

/** By stage, in their order. */
function skippedOf(parts: RetrieveParts, { request, legs }: Retrieval, { hyde }: Queries) {
  const { mode } = request;
  const areBoth = legs.vector !== undefined && legs.keyword !== undefined;
  const reasons = {
    route: request.routing === undefined && 'the call names collections, or no routing is configured',
    understand: request.understanding === undefined && 'neither rewrite, hyde nor selfQuery is on',
    sections: request.sections === 0 && 'sections is 0',
    vector: legs.vector === undefined && (mode === 'keyword' ? `mode is ${mode}` : 'it failed'),
    hyde: legs.hyde === undefined && (hyde === undefined ? 'no passage was written' : 'it failed'),
    keyword: legs.keyword === undefined && whyNoKeywords(request),
    named: !request.namedDocuments && 'namedDocuments is false',
    feedback: request.feedback ? !areBoth && 'it takes both searches' : 'feedback is false',
    deduplicate: !request.deduplicate && 'deduplicate is false',
    rerank: whyNotReranked(parts, request),
    score: !isScored(request.scoring) && 'neither recency, typeWeights nor importance is set',
    mmr: request.mmr === 1 && 'mmr is 1',
  };
  return Object.entries(reasons).flatMap(([stage, reason]) => (reason ? [{ stage, reason }] : []));
}

function whyNoKeywords({ mode, keyword }: RetrieveRequest): string {
  if (mode === 'vector' || mode === 'fast') return `mode is ${mode}`;
  return keyword ? 'it failed' : 'keyword is false';
}

function whyNotReranked({ reranker }: RetrieveParts, { mode, rerank }: RetrieveRequest): string | false {
  if (reranker === undefined) return 'no reranking model is configured';
  if (rerank === undefined) return 'rerank is false';
  return (mode === 'fast' || mode === 'keyword') && `mode is ${mode}`;
}
