import { type QueryTerm, queryTerms } from '../../text/bm25.ts';
import { type KeywordQuery, parseKeywordQuery } from '../../text/keyword-query.ts';
import type { Recent } from '../../util/recent.ts';
import type { KeywordResult, KeywordScope, ScoredChunk } from '../store.ts';
import { allowedChunks } from './scope.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import type { Candidate } from './keyword-index/best-scores.ts';
import type { KeywordIndex } from './keyword-index/keyword-index.ts';
import { rank, type Ranking } from './keyword-index/rank.ts';
import { rankPhrases } from './keyword-index/rank-phrases.ts';
import { scoredTerms } from './keyword-index/scored-terms.ts';
import { bestChunks } from './scored-chunks.ts';

export interface KeywordRequest {
  readonly query: string;
  readonly scope: KeywordScope;
  readonly index: KeywordIndex;
  /** The latest queries as they were read: one query goes to collection after collection. */
  readonly known: Recent<WantedTerms>;
}

/** What a query asks for. */
export interface WantedTerms extends Pick<KeywordQuery, 'phrases' | 'prefixes'> {
  readonly terms: readonly QueryTerm[];
}

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the
 * average length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks
 * above all that have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the
 * phrase, its quotation marks change nothing.
 *
 * @throws DamagedIndexError
 */
export function searchKeyword(
  database: SqlDatabase,
  collection: CollectionRow,
  request: KeywordRequest,
): KeywordResult {
  const { scope, index } = request;
  index.catchUp(database);
  const { phrases, ...wanted } = readQuery(request);
  const terms = scoredTerms(database, index, wanted);
  const ids = allowedChunks(database, collection, scope);
  const { limit, signal } = scope;
  const ranking: Ranking = { terms, ids, limit, atLeast: scope.atLeast?.(), signal };
  const found = withPhrases(database, index, { ...ranking, phrases });
  return {
    hits: named(database, index, { found: found.candidates, limit }),
    terms: found.terms,
  };
}

function readQuery({ query, scope, index: { language }, known }: KeywordRequest): WantedTerms {
  const key = JSON.stringify([query, language, scope.expansions]);
  const before = known.get(key);
  if (before) return before;
  const { words, phrases, prefixes } = parseKeywordQuery(query, language);
  const wanted = { terms: queryTerms(words, language, scope.expansions), phrases, prefixes };
  known.set(key, wanted);
  return wanted;
}

interface PhraseRanking extends Ranking {
  readonly phrases: readonly (readonly string[])[];
}

interface Found {
  readonly candidates: readonly Candidate[];
  readonly terms: KeywordResult['terms'];
}

/** The best chunks, those with phrases first, and the terms with each phrase that was found as one of them. */
function withPhrases(database: SqlDatabase, index: KeywordIndex, ranking: PhraseRanking): Found {
  const terms = ranking.terms.map(({ term, weight, isExpansion, idf }) =>
    isExpansion ? { term, weight, isExpansion, idf } : { term, weight, idf },
  );
  const byBm25 = rank(index, ranking);
  if (ranking.phrases.length === 0) return { candidates: byBm25, terms };
  const hits = rankPhrases(database, index, ranking);
  const known = new Set(hits.map(placeOf));
  const lift = ranking.terms.reduce((sum, { factor }) => sum + factor, 0);
  const lifted = hits.map((hit) => ({ ...hit, score: hit.score + lift * hit.phrases.length }));
  const seen = new Set(hits.flatMap((hit) => hit.phrases));
  const phrases = [...seen].sort((a, b) => a - b).map((number) => phraseTerm(ranking, number, lift));
  return {
    candidates: [...lifted, ...byBm25.filter((candidate) => !known.has(placeOf(candidate)))],
    terms: [...terms, ...phrases],
  };
}

function placeOf({ segment, ordinal }: Candidate): string {
  return `${segment}/${ordinal}`;
}

function phraseTerm({ phrases }: PhraseRanking, number: number, idf: number): KeywordResult['terms'][number] {
  return { term: `"${(phrases[number] ?? []).join(' ')}"`, weight: 1, idf };
}

function named(
  database: SqlDatabase,
  index: KeywordIndex,
  { found, limit }: { readonly found: readonly Candidate[]; readonly limit: number },
): ScoredChunk[] {
  const scores = Float64Array.from(found, ({ score }) => score);
  const ids = found.map(({ segment, ordinal }) => index.segments[segment]?.ids[ordinal] ?? 0);
  return bestChunks(database, { scores, ids, limit });
}
