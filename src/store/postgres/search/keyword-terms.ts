import { type QueryTerm, queryTerms } from '../../../text/terms/bm25.ts';
import type { KeywordPrefix, KeywordQuery } from '../../../text/terms/keyword-query.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { fromPg, toPg } from '../database/pg-text.ts';

/** A term of a query, with the indexed terms that count as it. */
export interface WantedTerm extends QueryTerm {
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
  /** Of a prefix: how many chunks have one of them. */
  readonly having?: number;
}

/** The terms of a query, those of its prefixes last. */
export async function wantedTerms(
  session: Session,
  collection: CollectionRow,
  { query, expansions }: { readonly query: KeywordQuery; readonly expansions: readonly string[] | undefined },
): Promise<WantedTerm[]> {
  const terms: WantedTerm[] = queryTerms(query.words, collection.language, expansions).map((term) => ({
    ...term,
    indexed: [term.term],
  }));
  for (const prefix of query.prefixes) terms.push(await expandPrefix(session, collection, prefix));
  return terms;
}

async function expandPrefix(
  session: Session,
  { id }: CollectionRow,
  { start, term }: KeywordPrefix,
): Promise<WantedTerm> {
  // From one term to the next: each has postings by the thousand.
  const rows = await session.all<{ term: string }>(
    `WITH RECURSIVE following AS (
       (SELECT term FROM pincite.postings WHERE collection_id = $1 AND term >= $2 ORDER BY term LIMIT 1)
       UNION ALL
       SELECT (SELECT p.term FROM pincite.postings p WHERE p.collection_id = $1 AND p.term > f.term ORDER BY p.term LIMIT 1)
       FROM following f WHERE starts_with(f.term, $2)
     )
     SELECT term FROM following WHERE starts_with(term, $2)`,
    [id, toPg(start)],
  );
  // "companies*" begins no term, but its own is "compani".
  const indexed = [...new Set([...rows.map((row) => fromPg(row.term)), term])];
  const [counted] = await session.all<{ having: number }>(
    'SELECT count(DISTINCT chunk) AS having FROM pincite.postings WHERE collection_id = $1 AND term = ANY($2)',
    [id, indexed.map(toPg)],
  );
  return { term: `${start}*`, weight: 1, indexed, having: counted?.having ?? 0 };
}
