import { lengthNorm, saturation } from '../../text/bm25.ts';
import type { ScoredChunk, SearchScope } from '../store.ts';
import { Bindings } from './bindings.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { inOrder } from './in-order.ts';
import type { ScoredTerm, Statistics } from './keyword-terms.ts';
import { fromPg, toPg } from './pg-text.ts';
import { scopeCondition } from './scope.ts';

export interface Ranking {
  readonly terms: readonly ScoredTerm[];
  readonly statistics: Statistics;
  readonly scope: SearchScope;
}

/** So many postings are soon read. */
const fewPostings = 1000;
/** So many chunks are scored in full for each that is wanted. */
const likelyPerWanted = 5;
/** Sums of the same parts in another order differ by less. */
const rounding = 1e-9;

/**
 * The best `limit` chunks, best first, ties by chunk id. Postings of common terms are not read (MaxScore, Turtle and Flood
 * 1995):
 *
 *   terms, highest factor first    vitamin │ deficienc │ cause │ effect     a term's part of a score is below its factor
 *   of few postings                ├───────────────────┤                    tell what the best have at least
 *   without one, none of the best  ├───────────────────────────┤            the factors of the others do not reach that
 *   looked up for the chunks found                             ├───────┤
 */
export async function rank(
  session: Session,
  collection: CollectionRow,
  ranking: Ranking,
): Promise<ScoredChunk[]> {
  const { scope } = ranking;
  const terms = ranking.terms.filter(({ idf }) => idf > 0).sort((a, b) => b.factor - a.factor);
  if (terms.length === 0 || scope.limit === 0) return [];
  const first = ofFewPostings(terms);
  const likely = { ranking, first, others: terms.slice(first.length) };
  const reached = await lowestOfLikely(session, collection, likely);
  const atLeast = Math.max(reached, scope.atLeast?.() ?? 0) - rounding;
  const needed = terms.filter((_, index) => sumOfFactors(terms.slice(index)) >= atLeast);
  const others = terms.slice(needed.length);
  const rows = await bestChunks(session, collection, { ranking, needed, others, atLeast });
  const hits = rows.map((row) => ({ chunkId: fromPg(row.chunk_id), score: scoreOf(row, ranking) }));
  return inOrder(hits, scope.limit);
}

export const sumOfFactors = (terms: readonly ScoredTerm[]): number =>
  terms.reduce((sum, { factor }) => sum + factor, 0);

/** The first terms as far as they have few postings; none when that are all. */
function ofFewPostings(terms: readonly ScoredTerm[]): ScoredTerm[] {
  const few = Math.max(fewPostings, postingsOf(terms) / 4);
  const first = terms.filter((_, index) => postingsOf(terms.slice(0, index + 1)) <= few);
  return first.length === terms.length ? [] : first;
}

const postingsOf = (terms: readonly ScoredTerm[]) => terms.reduce((sum, { having }) => sum + having, 0);

interface Likely {
  readonly first: readonly ScoredTerm[];
  readonly others: readonly ScoredTerm[];
}

/** What at least `limit` chunks score: the last of the best among those that are the likeliest by the first terms. */
async function lowestOfLikely(
  session: Session,
  collection: CollectionRow,
  { ranking, first, others }: Likely & { readonly ranking: Ranking },
): Promise<number> {
  const { scope } = ranking;
  const { region, regex = [] } = scope.constraint ?? {};
  const isSlow = region !== undefined || regex.length > 0; // reads texts
  if (first.length === 0 || isSlow) return 0;
  const bindings = new Bindings();
  const options = { collection, ranking, bindings };
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const [row] = await session.all<{ score: number }>(
    `WITH likely AS MATERIALIZED (
       SELECT s.chunk, s.score FROM (${scoresOf(first, options)} ORDER BY score DESC OFFSET 0) s
       JOIN pincite.chunks c ON c.id = s.chunk JOIN pincite.documents d ON d.id = c.document
       WHERE ${condition} ORDER BY s.score DESC LIMIT ${bindings.bind(likelyPerWanted * scope.limit)}
     )
     SELECT l.score + ${scoreOfMore(others, { ...options, chunk: 'l.chunk' })} AS score FROM likely l
     ORDER BY score DESC LIMIT 1 OFFSET ${bindings.bind(scope.limit - 1)}`,
    bindings.values,
  );
  return row?.score ?? 0;
}

export interface FoundRow {
  readonly chunk_id: string;
  readonly words: string[];
  readonly frequencies: number[];
  readonly length: number;
}

interface Wanted {
  readonly ranking: Ranking;
  /** Each chunk has one of these. */
  readonly needed: readonly ScoredTerm[];
  readonly others: readonly ScoredTerm[];
  readonly atLeast: number;
}

/** The best chunks, and those that tie with the last but for rounding: the engine sums in any order. */
async function bestChunks(
  session: Session,
  collection: CollectionRow,
  { ranking, needed, others, atLeast }: Wanted,
): Promise<FoundRow[]> {
  if (needed.length === 0) return [];
  const { scope, terms } = ranking;
  const bindings = new Bindings();
  const options = { collection, ranking, bindings };
  const condition = await scopeCondition(session, collection, { scope, bindings });
  // Sorted before they are joined (OFFSET 0 keeps it so): most are not among the best, and need not be looked up.
  return session.all<FoundRow>(
    `WITH found AS MATERIALIZED (
       ${scoresOf(needed, options)}
       HAVING sum(part) + ${bindings.bind(sumOfFactors(others))}::float8 >= ${bindings.bind(atLeast)}::float8
     ), best AS (
       SELECT c.id, c.chunk_id
       FROM (
         SELECT f.chunk, round((f.score + ${scoreOfMore(others, { ...options, chunk: 'f.chunk' })}) * 1e9::float8) AS score
         FROM found f ORDER BY score DESC OFFSET 0
       ) s
       JOIN pincite.chunks c ON c.id = s.chunk JOIN pincite.documents d ON d.id = c.document
       WHERE ${condition} ORDER BY s.score DESC FETCH FIRST (${bindings.bind(scope.limit)}::bigint) ROWS WITH TIES
     )
     SELECT b.chunk_id, t.* FROM best b CROSS JOIN ${termsOf('b.id', { terms, collection, bindings })} t`,
    bindings.values,
  );
}

interface PartsOptions {
  readonly collection: CollectionRow;
  readonly ranking: Ranking;
  readonly bindings: Bindings;
  /** Of one chunk alone. */
  readonly chunk?: string;
}

/** For each chunk that has one of the terms, a `chunk` and the `score` by them. */
function scoresOf(terms: readonly ScoredTerm[], options: PartsOptions): string {
  return `SELECT chunk, sum(part) AS score FROM (${partsOf(terms, options)}) AS parts GROUP BY chunk`;
}

/** The score of one chunk by the terms. */
function scoreOfMore(terms: readonly ScoredTerm[], options: PartsOptions): string {
  if (terms.length === 0) return '0';
  return `coalesce((SELECT sum(part) FROM (${partsOf(terms, options)}) AS parts), 0)`;
}

/** For each chunk and each of its terms, a `chunk` and the `part` of its score. */
function partsOf(terms: readonly ScoredTerm[], options: PartsOptions): string {
  const { collection, ranking, bindings, chunk } = options;
  const words = terms.flatMap(({ indexed, factor }, number) =>
    indexed.map((word) => ({ word, factor, number })),
  );
  const { atNoLength, perLength } = linearNorm(ranking.statistics);
  const norm = (length: string) =>
    `(${bindings.bind(atNoLength)}::float8 + ${bindings.bind(perLength)}::float8 * ${length})`;
  const part = (frequency: string, length: string) =>
    `w.factor * ${frequency} / (${frequency} + ${norm(length)}) AS part`;
  const from = `FROM unnest(${bindings.bind(words.map(({ number }) => number))}::int[],
      ${bindings.bind(words.map(({ factor }) => factor))}::float8[], ${bindings.bind(words.map(({ word }) => toPg(word)))}::text[])
      AS w (number, factor, word)
    CROSS JOIN LATERAL (
      SELECT chunk, frequency, length FROM pincite.postings
      WHERE collection_id = ${bindings.bind(collection.id)} AND term = w.word ${chunk === undefined ? '' : `AND chunk = ${chunk}`} OFFSET 0
    ) AS p`;
  if (words.length === terms.length) return `SELECT p.chunk, ${part('p.frequency', 'p.length')} ${from}`;
  return `SELECT p.chunk, ${part('sum(p.frequency)', 'min(p.length)')} ${from} GROUP BY p.chunk, w.number, w.factor`;
}

/** `lengthNorm` as a line over the length. */
function linearNorm({ averageLength }: Statistics): { atNoLength: number; perLength: number } {
  const atNoLength = lengthNorm(0);
  return { atNoLength, perLength: (lengthNorm(1) - atNoLength) / averageLength };
}

interface TermsOptions {
  readonly terms: readonly ScoredTerm[];
  readonly collection: CollectionRow;
  readonly bindings: Bindings;
}

/** What `FoundRow` has of a chunk, as a lateral join. */
export function termsOf(chunk: string, { terms, collection, bindings }: TermsOptions): string {
  const words = bindings.bind(terms.flatMap(({ indexed }) => indexed.map(toPg)));
  // Looked up word by word (OFFSET 0 keeps it so).
  return `LATERAL (
    SELECT array_agg(w.word) AS words, array_agg(p.frequency) AS frequencies, min(p.length) AS length
    FROM unnest(${words}::text[]) AS w (word) CROSS JOIN LATERAL (
      SELECT frequency, length FROM pincite.postings
      WHERE collection_id = ${bindings.bind(collection.id)} AND term = w.word AND chunk = ${chunk} OFFSET 0) AS p)`;
}

/** The score to the last bit: the parts summed in the order of the terms. */
export function scoreOf({ words, frequencies, length }: FoundRow, { terms, statistics }: Ranking): number {
  const relativeLength = length / statistics.averageLength;
  const frequencyOf = new Map(words.map((word, index) => [fromPg(word), frequencies[index]!]));
  return terms.reduce((sum, { factor, indexed }) => {
    const frequency = indexed.reduce((all, word) => all + (frequencyOf.get(word) ?? 0), 0);
    return frequency === 0 ? sum : sum + factor * saturation(frequency, relativeLength);
  }, 0);
}
