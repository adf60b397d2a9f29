import { inverseDocumentFrequency, queryTerms } from '../../text/bm25.ts';
import type { KeywordPrefix, KeywordQuery } from '../../text/keyword-query.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { fromPg, toPg } from './pg-text.ts';

/** A term of a query, with the indexed terms that count as it. */
export interface ScoredTerm {
  readonly term: string;
  readonly weight: number;
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
  /** How many chunks have it. */
  readonly having: number;
  readonly idf: number;
  /** Weight times idf. */
  readonly factor: number;
}

export interface Statistics {
  readonly chunks: number;
  readonly averageLength: number;
}

/** The language of most documents; `undefined`, which the analyser reads as English, when none is known. */
export async function dominantLanguage(session: Session, { id }: CollectionRow): Promise<string | undefined> {
  const [row] = await session.all<{ language: string }>(
    `SELECT language FROM pincite.documents WHERE collection_id = $1 AND language IS NOT NULL
     GROUP BY language ORDER BY count(*) DESC, language COLLATE "C" LIMIT 1`,
    [id],
  );
  return row?.language;
}

export async function readStatistics(session: Session, { id }: CollectionRow): Promise<Statistics> {
  const [row] = await session.all<{ chunks: number; terms: number }>(
    'SELECT count(*) AS chunks, coalesce(sum(term_count), 0) AS terms FROM pincite.chunks WHERE collection_id = $1',
    [id],
  );
  const { chunks = 0, terms = 0 } = row ?? {};
  return { chunks, averageLength: terms / chunks };
}

interface TermsQuery {
  readonly query: KeywordQuery;
  readonly language: string | undefined;
  readonly expansions: readonly string[] | undefined;
  readonly statistics: Statistics;
}

/** The terms of a query, each with its idf over the chunks that are there. */
export async function scoredTerms(
  session: Session,
  collection: CollectionRow,
  { query, language, expansions, statistics }: TermsQuery,
): Promise<ScoredTerm[]> {
  const words = queryTerms(query.words, language, expansions).map((term) => ({
    ...term,
    indexed: [term.term],
  }));
  const counts = await countHaving(
    session,
    collection,
    words.map(({ term }) => term),
  );
  const counted: CountedTerm[] = words.map((term, index) => ({ ...term, having: counts[index]! }));
  for (const prefix of query.prefixes) counted.push(await expandPrefix(session, collection, prefix));
  return counted.map((term) => {
    const idf = inverseDocumentFrequency(statistics.chunks, term.having);
    return { ...term, idf, factor: term.weight * idf };
  });
}

type CountedTerm = Omit<ScoredTerm, 'idf' | 'factor'>;

/** In the order of the terms. */
async function countHaving(
  session: Session,
  { id }: CollectionRow,
  terms: readonly string[],
): Promise<number[]> {
  const rows = await session.all<{ having: number }>(
    `SELECT (SELECT count(*) FROM pincite.postings p WHERE p.collection_id = $1 AND p.term = w.term) AS having
     FROM unnest($2::text[]) WITH ORDINALITY AS w (term, number) ORDER BY w.number`,
    [id, terms.map(toPg)],
  );
  return rows.map(({ having }) => having);
}

async function expandPrefix(
  session: Session,
  { id }: CollectionRow,
  { start, term }: KeywordPrefix,
): Promise<CountedTerm> {
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
