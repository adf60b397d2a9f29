/** Chunks with the parts of their scores that some terms bring. */
import { lengthNorm, type QueryTerm, saturation } from '../../../text/terms/bm25.ts';
import type { Turn } from '../../../util/async/turn.ts';
import { lowerBound } from '../../../util/lists/ascending.ts';
import type { Postings } from './posting-blocks.ts';

/** A term of a query. */
export interface ScoredTerm extends QueryTerm {
  readonly idf: number;
  /** Weight times idf: no part of a score by this term reaches it. */
  readonly factor: number;
  /** How many chunks have it. */
  readonly having: number;
  /** The term whose postings it has, where it has none of its own. */
  readonly indexed: string;
  /** Of a prefix, or of a word that is another term in other languages, as if all of them were one term. */
  readonly postings?: Postings;
}

/** What scores rest on. */
export interface Weighting {
  /** Those of prefixes last. */
  readonly terms: readonly ScoredTerm[];
  /** Of all chunks of the collection, in terms. */
  readonly averageLength: number;
}

/** Parallel arrays, chunks ascending. */
export interface Scores {
  /** Row ids. */
  readonly chunks: Float64Array;
  readonly scores: Float64Array;
}

/** What a term brings to each chunk that has it. */
export function partsOf(
  { factor }: ScoredTerm,
  { chunks, frequencies, lengths }: Postings,
  averageLength: number,
): Scores {
  const atNoLength = lengthNorm(0);
  const perTerm = (lengthNorm(1) - atNoLength) / averageLength;
  const scores = new Float64Array(chunks.length);
  for (let place = 0; place < chunks.length; place += 1) {
    const frequency = frequencies[place]!;
    scores[place] = (factor * frequency) / (frequency + atNoLength + perTerm * lengths[place]!);
  }
  return { chunks, scores };
}

/** The sums, two by two: each is copied as often as their number has digits. */
export async function summed(all: readonly Scores[], turn: Turn): Promise<Scores> {
  if (all.length === 0) return { chunks: new Float64Array(), scores: new Float64Array() };
  let rest = [...all].sort((a, b) => a.chunks.length - b.chunks.length);
  while (rest.length > 1) {
    const sums: Scores[] = [];
    for (let place = 0; place < rest.length; place += 2) {
      const [one, other] = rest.slice(place, place + 2);
      sums.push(other ? added(one!, other) : one!);
      if (turn.isOver()) await turn.next();
    }
    rest = sums;
  }
  return rest[0]!;
}

export function added(one: Scores, other: Scores): Scores {
  const chunks = new Float64Array(one.chunks.length + other.chunks.length);
  const scores = new Float64Array(chunks.length);
  let [i, j, count] = [0, 0, 0];
  while (i < one.chunks.length || j < other.chunks.length) {
    const a = one.chunks[i] ?? Infinity;
    const b = other.chunks[j] ?? Infinity;
    chunks[count] = Math.min(a, b);
    scores[count] = (a <= b ? one.scores[i]! : 0) + (b <= a ? other.scores[j]! : 0);
    if (a <= b) i += 1;
    if (b <= a) j += 1;
    count += 1;
  }
  return { chunks: chunks.subarray(0, count), scores: scores.subarray(0, count) };
}

/** Those of the chunks alone. @param chunks ascending */
export function restricted(all: Scores, chunks: Float64Array): Scores {
  let next = 0;
  return scoresFrom(all, (place) => {
    while (chunks[next]! < all.chunks[place]!) next += 1;
    return chunks[next] === all.chunks[place];
  });
}

/** Those at the places that are wanted, which is asked of each in turn. */
export function scoresFrom({ chunks, scores }: Scores, isWanted: (place: number) => boolean): Scores {
  const kept = { chunks: new Float64Array(chunks.length), scores: new Float64Array(chunks.length) };
  let count = 0;
  for (let place = 0; place < chunks.length; place += 1) {
    if (!isWanted(place)) continue;
    kept.chunks[count] = chunks[place]!;
    kept.scores[count] = scores[place]!;
    count += 1;
  }
  return { chunks: kept.chunks.subarray(0, count), scores: kept.scores.subarray(0, count) };
}

export const zeros = (chunks: Float64Array): Scores => ({ chunks, scores: new Float64Array(chunks.length) });

/** Of each term what has been read: the postings of the chunks in question are among them. */
export interface Lists {
  of(term: ScoredTerm): Postings;
}

/** The score to the last bit: the parts summed in the order of the terms. 0 for a chunk that has none of them. */
export function exactScore(
  chunk: number,
  terms: readonly ScoredTerm[],
  { lists, averageLength }: Pick<Weighting, 'averageLength'> & { readonly lists: Lists },
): number {
  return terms.reduce((sum, term) => {
    const { chunks, frequencies, lengths } = lists.of(term);
    const place = lowerBound(chunks, chunk);
    if (chunks[place] !== chunk) return sum;
    return sum + term.factor * saturation(frequencies[place]!, lengths[place]! / averageLength);
  }, 0);
}
