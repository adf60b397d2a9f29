/**
 * One statement finds the best chunks by BM25, and does not read all postings of common terms (MaxScore, Turtle and Flood
 * 1995):
 *
 *   terms, highest factor first    vitamin │ deficienc │ cause │ effect     a term's part of a score is below its factor
 *   rare     of few postings       ├───────────────────┤                    tell what the best have at least: reached
 *   needed   or none of the best   ├───────────────────────────┤            the factors of the others do not reach that
 *   others   looked up for the chunks found                    ├───────┤
 *
 * A posting is looked up term by term: OFFSET 0 keeps the engine from joining in another way, or sorting again.
 */
import { lengthNorm } from '../../../text/terms/bm25.ts';
import type { Bindings } from '../database/bindings.ts';
import type { CollectionRow } from '../collections.ts';
import type { WantedTerm } from './keyword-terms.ts';
import { toPg } from '../database/pg-text.ts';

/** So many postings are soon read. */
const fewPostings = 3000;
/** So many chunks are scored in full for each that is wanted. */
const likelyPerWanted = 5;
/** Sums of the same parts in another order differ by less. */
const rounding = 1e-9;

/** `lengthNorm` as a line over the relative length. */
const atNoLength = lengthNorm(0);
const perLength = lengthNorm(1) - atNoLength;

export interface FoundRow {
  readonly chunk_id: string;
  readonly words: string[];
  readonly frequencies: number[];
  readonly length: number;
}

interface RankOptions {
  readonly collection: CollectionRow;
  readonly terms: readonly WantedTerm[];
  readonly limit: number;
  /** Chunks of lower scores may be left out. */
  readonly atLeast: number;
  /** On `chunks c` with their `documents d`. */
  readonly condition: string;
  readonly bindings: Bindings;
}

/** Gives the best chunks, those that tie with the last among them, each with the counts that scores rest on. */
export function rankSql({ collection, terms, condition, bindings, ...wanted }: RankOptions): string {
  const id = bindings.bind(collection.id);
  const limit = `${bindings.bind(wanted.limit)}::bigint`;
  const atLeast = `${bindings.bind(wanted.atLeast)}::float8`;
  const { scoresBy, scoreOf } = scoring(id, terms);
  // Sorted before they are joined: most are not among the best, and need not be looked up.
  const allowed = (scores: string) =>
    `(${scores} ORDER BY score DESC OFFSET 0) s JOIN pincite.chunks c ON c.id = s.chunk
     JOIN pincite.documents d ON d.id = c.document WHERE ${condition} ORDER BY s.score DESC`;
  const inFull = `SELECT f.chunk, round((f.score + ${scoreOf('f.chunk', 'others')}) / ${rounding}::float8) AS score FROM found f`;
  return `WITH collection AS MATERIALIZED (
      SELECT chunk_count AS chunks, term_count AS all_terms FROM pincite.collections WHERE id = ${id}
    ), ${withTerms(id, terms, bindings)}, likely AS MATERIALIZED (
      SELECT s.chunk, s.score FROM ${allowed(scoresBy('rare'))} LIMIT ${likelyPerWanted} * ${limit}
    ), reached AS MATERIALIZED (
      SELECT greatest(${atLeast}, (
        SELECT l.score + ${scoreOf('l.chunk', 'common')} AS score FROM likely l
        ORDER BY score DESC LIMIT 1 OFFSET greatest(${limit} - 1, 0)
      )) - ${rounding}::float8 AS score
    ), needed AS MATERIALIZED (
      SELECT t.* FROM terms t, reached r WHERE t.factors_from_here >= r.score
    ), others AS MATERIALIZED (
      SELECT t.* FROM terms t, reached r WHERE t.factors_from_here < r.score
    ), found AS MATERIALIZED (
      SELECT * FROM (${scoresBy('needed')}) AS scores
      WHERE score + (SELECT coalesce(sum(factor), 0) FROM others) >= (SELECT score FROM reached)
    ), best AS (
      SELECT c.id, c.chunk_id FROM ${allowed(inFull)} FETCH FIRST (${limit}) ROWS WITH TIES
    ), hits AS (
      SELECT b.chunk_id, t.* FROM best b CROSS JOIN ${termsOf('b.id', { id, words: 'words w' })} t
    )
    SELECT k.*, (SELECT array_agg(in_chunks::int ORDER BY number) FROM counted) AS in_chunks, h.*
    FROM collection k LEFT JOIN hits h ON true`;
}

/** `words` (those indexed, by the number of their term), `terms` with their factors, and the `rare` and the `common` of them. */
function withTerms(id: string, terms: readonly WantedTerm[], bindings: Bindings): string {
  const words = terms.flatMap(({ indexed }, index) => indexed.map((word) => ({ word, number: index + 1 })));
  const numberOfEach = bindings.bind(words.map(({ number }) => number));
  const wordOfEach = bindings.bind(words.map(({ word }) => toPg(word)));
  const names = bindings.bind(terms.map(({ term }) => toPg(term)));
  const weights = bindings.bind(terms.map(({ weight }) => weight));
  const known = bindings.bind(terms.map(({ having }) => having ?? null));
  return `words AS MATERIALIZED (
      SELECT * FROM unnest(${numberOfEach}::int[], ${wordOfEach}::text[]) AS w (number, word)
    ), counted AS MATERIALIZED (
      SELECT t.number, t.weight, coalesce(t.in_chunks,
        (SELECT count(*) FROM pincite.postings p WHERE p.collection_id = ${id} AND p.term = t.name)) AS in_chunks
      FROM unnest(${names}::text[], ${weights}::float8[], ${known}::bigint[]) WITH ORDINALITY AS t (name, weight, in_chunks, number)
    ), factored AS (
      SELECT t.number, t.in_chunks, ${perLength}::float8 * k.chunks / k.all_terms AS per_length,
        t.weight * ln(1 + (k.chunks - t.in_chunks + 0.5::float8) / (t.in_chunks + 0.5::float8)) AS factor
      FROM counted t, collection k WHERE t.in_chunks > 0
    ), terms AS MATERIALIZED (
      SELECT number, factor, per_length, sum(factor) OVER (ORDER BY factor, number DESC) AS factors_from_here,
        sum(in_chunks) OVER (ORDER BY factor DESC, number) AS postings_to_here, sum(in_chunks) OVER () AS postings
      FROM factored
    ), rare AS (
      SELECT * FROM terms WHERE postings > greatest(${fewPostings}, postings / 4)
        AND postings_to_here <= greatest(${fewPostings}, postings / 4)
    ), common AS (
      SELECT * FROM terms WHERE number NOT IN (SELECT number FROM rare)
    )`;
}

/** The parts of scores that terms of one of the lists bring. */
function scoring(id: string, terms: readonly WantedTerm[]) {
  const hasPrefixes = terms.some(({ having }) => having !== undefined);
  const [frequency, length] = hasPrefixes
    ? ['sum(p.frequency)', 'min(p.length)']
    : ['p.frequency', 'p.length'];
  const parts = (list: string, chunk?: string) =>
    `SELECT p.chunk, t.factor * ${frequency} / (${frequency} + ${atNoLength}::float8 + t.per_length * ${length}) AS part
     FROM ${list} t JOIN words w ON w.number = t.number CROSS JOIN LATERAL (
       SELECT chunk, frequency, length FROM pincite.postings
       WHERE collection_id = ${id} AND term = w.word ${chunk === undefined ? '' : `AND chunk = ${chunk}`} OFFSET 0
     ) AS p ${hasPrefixes ? 'GROUP BY p.chunk, t.number, t.factor, t.per_length' : ''}`;
  return {
    /** For each chunk that has one of the terms, a `chunk` and its `score` by them. */
    scoresBy: (list: string) =>
      `SELECT chunk, sum(part) AS score FROM (${parts(list)}) AS parts GROUP BY chunk`,
    /** The score of one chunk by the terms. */
    scoreOf: (chunk: string, list: string) =>
      `coalesce((SELECT sum(part) FROM (${parts(list, chunk)}) AS parts), 0)`,
  };
}

interface TermsOptions {
  readonly id: string;
  /** Indexed words, as `w (word)`. */
  readonly words: string;
}

/** What `FoundRow` has of a chunk, as a lateral join. @param id The placeholder of the collection's. */
export function termsOf(chunk: string, { id, words }: TermsOptions): string {
  return `LATERAL (
    SELECT array_agg(w.word) AS words, array_agg(p.frequency) AS frequencies, min(p.length) AS length
    FROM ${words} CROSS JOIN LATERAL (
      SELECT frequency, length FROM pincite.postings WHERE collection_id = ${id} AND term = w.word AND chunk = ${chunk} OFFSET 0
    ) AS p)`;
}
