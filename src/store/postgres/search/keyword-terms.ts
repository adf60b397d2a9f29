import { inverseDocumentFrequency, type QueryTerm, queryTerms } from '../../../text/terms/bm25.ts';
import type { KeywordPrefix, KeywordQuery } from '../../../text/terms/keyword-query.ts';
import type { Turn } from '../../../util/async/turn.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { fromPg, toPg } from '../database/pg-text.ts';
import { countPostings, type Postings, readPostings } from './posting-blocks.ts';
import { type ScoredTerm, summed, type Weighting } from './scores.ts';

/** The terms of a query, and what their scores rest on. */
export async function weigh(
  session: Session,
  { id, languages }: CollectionRow,
  {
    query,
    expansions,
    turn,
  }: {
    readonly query: KeywordQuery;
    readonly expansions: readonly string[] | undefined;
    readonly turn: Turn;
  },
): Promise<Weighting> {
  const words = queryTerms(query.words, languages, expansions);
  const wanted = words.flatMap(allOf).map(toPg);
  const [totals, counts] = await Promise.all([
    session.all<{ chunks: number; terms: number }>(
      'SELECT chunk_count AS chunks, term_count AS terms FROM pincite.collections WHERE id = $1',
      [id],
      'totals',
    ),
    countPostings(session, id, wanted),
  ]);
  const { chunks = 0, terms: allTerms = 0 } = totals[0] ?? {};
  const scored = (term: QueryTerm, having: number) => {
    const idf = inverseDocumentFrequency(chunks, having);
    return { ...term, idf, factor: term.weight * idf, having, indexed: term.term };
  };
  const terms: ScoredTerm[] = [];
  for (const word of words) {
    const present = allOf(word).filter((one) => counts.has(toPg(one)));
    const [indexed = word.term] = present;
    if (present.length > 1) {
      const lists = await readPostings(session, id, present.map(toPg));
      const postings = await united([...lists.values()], turn);
      terms.push({ ...scored(word, postings.chunks.length), postings });
    } else terms.push({ ...scored(word, counts.get(toPg(indexed)) ?? 0), indexed });
  }
  for (const prefix of query.prefixes) {
    const postings = await prefixPostings(session, id, { ...prefix, turn });
    terms.push({ ...scored({ term: `${prefix.start}*`, weight: 1 }, postings.chunks.length), postings });
  }
  return { terms, averageLength: allTerms / chunks };
}

const allOf = ({ term, forms = [] }: QueryTerm): string[] => [term, ...forms];

async function prefixPostings(
  session: Session,
  collectionId: number,
  { start, term, turn }: KeywordPrefix & { readonly turn: Turn },
): Promise<Postings> {
  // From one term to the next: each has many blocks.
  const rows = await session.all<{ term: string }>(
    `WITH RECURSIVE following AS (
       (SELECT term FROM pincite.posting_blocks WHERE collection_id = $1 AND term >= $2 ORDER BY term LIMIT 1)
       UNION ALL
       SELECT (SELECT b.term FROM pincite.posting_blocks b WHERE b.collection_id = $1 AND b.term > f.term
               ORDER BY b.term LIMIT 1)
       FROM following f WHERE starts_with(f.term, $2)
     )
     SELECT term FROM following WHERE starts_with(term, $2)`,
    [collectionId, toPg(start)],
  );
  // "companies*" begins no term, but its own is "compani".
  const terms = [...new Set([...rows.map((row) => fromPg(row.term)), term])];
  const lists = await readPostings(session, collectionId, terms.map(toPg));
  return united([...lists.values()], turn);
}

/** A chunk's frequency is the sum of theirs. */
async function united(lists: readonly Postings[], turn: Turn): Promise<Postings> {
  const sums = await summed(
    lists.map(({ chunks, frequencies }) => ({ chunks, scores: Float64Array.from(frequencies) })),
    turn,
  );
  const lengths = new Int32Array(sums.chunks.length);
  for (const list of lists) {
    let place = 0;
    for (const [index, chunk] of list.chunks.entries()) {
      while (sums.chunks[place] !== chunk) place += 1;
      lengths[place] = list.lengths[index]!;
    }
    if (turn.isOver()) await turn.next();
  }
  return { chunks: sums.chunks, frequencies: Int32Array.from(sums.scores), lengths };
}
