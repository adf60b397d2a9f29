import { inverseDocumentFrequency, type QueryTerm, saturation } from '../../../text/terms/bm25.ts';
import type { ScoredChunk, SearchScope } from '../../store.ts';
import { Bindings } from '../database/bindings.ts';
import type { CollectionRow } from '../collections.ts';
import type { Session } from '../database/connection.ts';
import { inOrder } from '../database/in-order.ts';
import type { WantedTerm } from './keyword-terms.ts';
import { fromPg } from '../database/pg-text.ts';
import { type FoundRow, rankSql } from './rank-sql.ts';
import { hasConditions, scopeCondition } from '../filter/scope.ts';

export interface ScoredTerm extends QueryTerm {
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
  readonly idf: number;
  /** Weight times idf: no part of a score by this term reaches it. */
  readonly factor: number;
}

/** What scores rest on. */
export interface Weighting {
  readonly terms: readonly ScoredTerm[];
  /** Of all chunks, in terms. */
  readonly averageLength: number;
}

export interface Ranked {
  readonly hits: readonly ScoredChunk[];
  readonly weighting: Weighting;
}

interface WantedChunks {
  readonly terms: readonly WantedTerm[];
  readonly scope: SearchScope;
}

/** Where no chunk is found, one row has the counts alone. */
type RankedRow = CountsRow & (FoundRow | { readonly chunk_id: null });

interface CountsRow {
  readonly chunks: number;
  readonly all_terms: number;
  /** How many have each term, in the order of the terms; `null` for no terms. */
  readonly in_chunks: readonly number[] | null;
}

/** The best `limit` chunks, best first, ties by chunk id. */
export async function rank(
  session: Session,
  collection: CollectionRow,
  { terms, scope }: WantedChunks,
): Promise<Ranked> {
  const bindings = new Bindings();
  const condition = await scopeCondition(session, collection, { scope, bindings });
  const isPlain = !hasConditions(scope) && terms.every(({ having }) => having === undefined);
  const { limit, atLeast } = scope;
  const sql = rankSql({ collection, terms, condition, limit, atLeast: atLeast?.() ?? 0, bindings });
  const rows = await session.all<RankedRow>(sql, bindings.values, isPlain ? 'rank' : undefined);
  const weighting = weigh(terms, rows[0]!);
  const hits = rows.flatMap((row) =>
    row.chunk_id === null ? [] : [{ chunkId: fromPg(row.chunk_id), score: scoreOf(row, weighting) }],
  );
  return { hits: inOrder(hits, scope.limit), weighting };
}

function weigh(terms: readonly WantedTerm[], { chunks, all_terms, in_chunks }: CountsRow): Weighting {
  const scored = terms.map(({ having: _having, ...term }, index) => {
    const idf = inverseDocumentFrequency(chunks, in_chunks![index]!);
    return { ...term, idf, factor: term.weight * idf };
  });
  return { terms: scored, averageLength: all_terms / chunks };
}

export const sumOfFactors = (terms: readonly ScoredTerm[]): number =>
  terms.reduce((sum, { factor }) => sum + factor, 0);

/** The score to the last bit: the parts summed in the order of the terms. */
export function scoreOf(
  { words, frequencies, length }: Omit<FoundRow, 'chunk_id'>,
  { terms, averageLength }: Weighting,
): number {
  const relativeLength = length / averageLength;
  const frequencyOf = new Map(words.map((word, index) => [fromPg(word), frequencies[index]!]));
  return terms.reduce((sum, { factor, indexed }) => {
    const frequency = indexed.reduce((all, word) => all + (frequencyOf.get(word) ?? 0), 0);
    return frequency === 0 ? sum : sum + factor * saturation(frequency, relativeLength);
  }, 0);
}
