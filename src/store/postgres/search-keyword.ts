import { parseKeywordQuery } from '../../text/keyword-query.ts';
import type { KeywordResult, KeywordScope } from '../store.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { inOrder } from './in-order.ts';
import { wantedTerms } from './keyword-terms.ts';
import { rank } from './rank.ts';
import { rankPhrases } from './rank-phrases.ts';

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
