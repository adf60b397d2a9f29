import { parseKeywordQuery, hasPhrase } from '../../../text/terms/keyword-query.ts';
import type { KeywordResult, KeywordScope, ScoredChunk, SearchScope } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { inOrder } from '../database/in-order.ts';
import { wantedTerms } from './keyword-terms.ts';
import { rank, scoreOf, sumOfFactors, type Weighting } from './rank.ts';
import { analyse } from '../../../text/terms/analyser.ts';
import { Bindings } from '../database/bindings.ts';
import { fromPg, toPg } from '../database/pg-text.ts';
import { type FoundRow, termsOf } from './rank-sql.ts';
import { scopeCondition } from '../filter/scope.ts';

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the average
 * length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks above all that
 * have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the phrase, its quotation
 * marks change nothing.
 */
export async function searchKeyword(
  session: Session,
  collection: CollectionRow,
  { query: text, scope }: { readonly query: string; readonly scope: KeywordScope },
): Promise<KeywordResult> {
  const query = parseKeywordQuery(text, collection.language);
  const { expansions } = scope;
  const wanted = await wantedTerms(session, collection, { query, expansions });
  const { hits, weighting } = await rank(session, collection, { terms: wanted, scope });
  const terms = weighting.terms.map(({ indexed: _indexed, factor: _factor, ...term }) => term);
  if (query.phrases.length === 0) return { hits, terms };
  const { phrases } = query;
  const { lifted, found } = await rankPhrases(session, collection, { phrases, weighting, scope });
  const known = new Set(lifted.map(({ chunkId }) => chunkId));
  return {
    hits: inOrder([...lifted, ...hits.filter(({ chunkId }) => !known.has(chunkId))], scope.limit),
    terms: [...terms, ...found],
  };
}

/** As many texts are looked into at most for phrases, the likeliest first. */
const mostTexts = 5000;

interface PhraseRow extends FoundRow {
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

interface PhraseRanking {
  readonly phrases: readonly (readonly string[])[];
  readonly weighting: Weighting;
  readonly scope: SearchScope;
}

/** The chunks that have phrases, with their scores lifted, and each phrase that was found as a term. */
async function rankPhrases(
  session: Session,
  collection: CollectionRow,
  { phrases, weighting, scope }: PhraseRanking,
): Promise<{ lifted: ScoredChunk[]; found: KeywordResult['terms'][number][] }> {
  const lift = sumOfFactors(weighting.terms);
  const lifted = new Map<string, number>();
  const found: KeywordResult['terms'][number][] = [];
  for (const phrase of phrases) {
    scope.signal?.throwIfAborted();
    const rows = await chunksWithAll(session, collection, { phrase, weighting, scope });
    const having = rows.filter((row) => hasPhraseIn(row, phrase));
    if (having.length > 0) found.push({ term: `"${phrase.join(' ')}"`, weight: 1, idf: lift });
    for (const row of having) {
      const chunkId = fromPg(row.chunk_id);
      lifted.set(chunkId, (lifted.get(chunkId) ?? scoreOf(row, weighting)) + lift);
    }
  }
  return { lifted: [...lifted].map(([chunkId, score]) => ({ chunkId, score })), found };
}

/** The chunks with all terms of the phrase that the query is searched by, those with the most of the query first. */
async function chunksWithAll(
  session: Session,
  collection: CollectionRow,
  { phrase, weighting, scope }: Omit<PhraseRanking, 'phrases'> & { readonly phrase: readonly string[] },
): Promise<PhraseRow[]> {
  const { terms } = weighting;
  const ofPhrase = terms.flatMap(({ term }) => (phrase.includes(term) ? [term] : []));
  const words = ofPhrase.length > 0 ? ofPhrase : terms.flatMap(({ indexed }) => indexed);
  const bindings = new Bindings();
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const id = bindings.bind(collection.id);
  const indexed = bindings.bind(terms.flatMap((term) => term.indexed.map(toPg)));
  return session.all<PhraseRow>(
    `WITH found AS MATERIALIZED (
       SELECT chunk FROM pincite.postings
       WHERE collection_id = ${id} AND term = ANY(${bindings.bind(words.map(toPg))})
       GROUP BY chunk HAVING count(*) >= ${bindings.bind(Math.max(1, ofPhrase.length))}
     )
     SELECT c.chunk_id, c.content, c.context, d.language, t.*
     FROM found f JOIN pincite.chunks c ON c.id = f.chunk JOIN pincite.documents d ON d.id = c.document
     CROSS JOIN ${termsOf('c.id', { id, words: `unnest(${indexed}::text[]) AS w (word)` })} t
     WHERE ${condition} ORDER BY cardinality(t.words) DESC, c.id LIMIT ${mostTexts}`,
    bindings.values,
  );
}

function hasPhraseIn({ content, context, language }: PhraseRow, phrase: readonly string[]): boolean {
  return [content, context].some((part) => hasPhrase(analyse(fromPg(part), language ?? undefined), phrase));
}
