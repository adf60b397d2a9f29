/**
 * The best chunks by BM25, without all postings of common terms (MaxScore, Turtle and Flood 1995):
 *
 *   terms, highest factor first    vitamin │ deficienc │ cause │ effect     a term's part of a score is below its factor
 *   rare     of few postings       ├───────────────────┤                    tell what the best have at least: reached
 *   needed   or none of the best   ├───────────────────────────┤            the factors of the others do not reach that
 *   others   looked up for the chunks that can reach it        ├───────┤
 */
import type { ScoredChunk } from '../../store.ts';
import type { Turn } from '../../../util/async/turn.ts';
import { lowestOfTop } from '../../../util/lists/top-positions.ts';
import { inOrder } from '../../read/orders.ts';
import { rounding, type ScopedChunks } from './scoped-chunks.ts';
import {
  exactScore,
  partsOf,
  restricted,
  type ScoredTerm,
  type Scores,
  scoresFrom,
  summed,
  type Weighting,
  zeros,
} from './scores.ts';
import type { TermLists } from './term-lists.ts';

/** So many postings are soon read. */
const fewPostings = 3000;
/** As many chunks are looked up in all terms. */
const fewChunks = 500;
/** So many chunks are scored in full for each that is wanted. */
const likelyPerWanted = 5;

export interface Ranking extends Weighting {
  readonly lists: TermLists;
  readonly chunks: ScopedChunks;
  readonly turn: Turn;
  readonly limit: number;
  /** Chunks of lower scores may be left out. */
  readonly atLeast: number;
}

/** The best `limit` chunks, best first, ties by chunk id. */
export async function rank(ranking: Ranking): Promise<ScoredChunk[]> {
  const { terms, chunks, limit } = ranking;
  if (terms.length === 0 || limit === 0) return [];
  const { scores, others } = await mayBeBest(ranking);
  const found = await chunks.best(await inFull(ranking, scores, others), limit);
  const exact = found.map(({ chunk, chunkId }) => ({ chunkId, score: exactScore(chunk, terms, ranking) }));
  return inOrder(
    exact.filter(({ score }) => score > 0),
    limit,
  );
}

/** Chunks with their scores by some terms, and the other terms: what is not among them is not among the best. */
async function mayBeBest(
  ranking: Ranking,
): Promise<{ readonly scores: Scores; readonly others: readonly ScoredTerm[] }> {
  const { lists, chunks, limit, atLeast } = ranking;
  const { allowed } = chunks;
  const terms = [...ranking.terms].sort((a, b) => b.factor - a.factor);
  if (allowed && allowed.length <= fewChunks) return { scores: zeros(allowed), others: terms };

  const rare = rareTerms(terms);
  await lists.read(rare);
  const byRare = await sumOver(ranking, [], rare);
  if (rare.length === terms.length) return { scores: byRare, others: [] };
  const likely = atLeastScored(byRare, lowestOfTop(byRare.scores, likelyPerWanted * limit));
  const best = await chunks.best(await inFull(ranking, likely, terms.slice(rare.length)), limit);
  const reached = Math.max(atLeast, best[limit - 1]?.score ?? 0) - rounding;

  let [needed, rest] = [terms.length, 0];
  while (needed > rare.length && rest + terms[needed - 1]!.factor < reached) {
    needed -= 1;
    rest += terms[needed]!.factor;
  }
  const further = terms.slice(rare.length, needed);
  await lists.read(further);
  const others = terms.slice(needed);
  const byNeeded = await sumOver(ranking, [byRare], further);
  return { scores: atLeastScored(byNeeded, reached - rest), others };
}

/** The first terms, one at least, as long as they have few postings, or a quarter of all. */
function rareTerms(terms: readonly ScoredTerm[]): ScoredTerm[] {
  const postings = terms.reduce((sum, { having }) => sum + having, 0);
  const most = Math.max(fewPostings, postings / 4);
  let sum = 0;
  return terms.filter(({ having }, index) => {
    sum += having;
    return index === 0 || sum <= most;
  });
}

/** The sums of scores and of the parts of terms whose lists have been read, for all chunks that the scope may leave. */
async function sumOver(
  { lists, chunks: { allowed }, averageLength, turn }: Ranking,
  scores: readonly Scores[],
  terms: readonly ScoredTerm[],
): Promise<Scores> {
  const parts: Scores[] = [...scores];
  for (const term of terms) {
    const all = partsOf(term, lists.of(term), averageLength);
    parts.push(allowed ? restricted(all, allowed) : all);
    if (turn.isOver()) await turn.next();
  }
  return summed(parts, turn);
}

/** The scores with the parts of further terms for these chunks. */
export async function inFull(
  { lists, averageLength, turn }: Pick<Ranking, 'lists' | 'averageLength' | 'turn'>,
  scores: Scores,
  terms: readonly ScoredTerm[],
): Promise<Scores> {
  await lists.readFor(scores.chunks, terms);
  const parts = [scores];
  for (const term of terms) {
    parts.push(restricted(partsOf(term, lists.of(term), averageLength), scores.chunks));
    if (turn.isOver()) await turn.next();
  }
  return summed(parts, turn);
}

const atLeastScored = ({ chunks, scores }: Scores, least: number): Scores =>
  scoresFrom({ chunks, scores }, (place) => scores[place]! >= least);
