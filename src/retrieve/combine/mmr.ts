/** Diversification by maximal marginal relevance. */
import type { StoreReads } from '../../store/store.ts';
import { ByChunk, foundOf, rankingScore, type Candidate } from '../candidate.ts';

/** Candidates that are compared with one another: each place costs a pass over them. */
const mostCompared = 100;

/** A candidate and the one before it that is most like it. */
export interface Placed {
  readonly candidate: Candidate;
  readonly nearest?: { readonly candidate: Candidate; readonly cosine: number };
}

/**
 * Gives each place to the candidate with the highest `λ · relevance − (1 − λ) · likeness`: its score, 0…1 over those compared,
 * and its highest cosine with one that has a place, by their stored vectors. Chunks of different models are not compared.
 * The first is the best as before. Of more than 100 candidates those behind keep their order, and so does what a reranker
 * left unscored.
 *
 * @param lambda 0…1; 1 keeps the order
 * @see https://doi.org/10.1145/290941.291025 (Carbonell and Goldstein, 1998)
 */
export async function byMarginalRelevance(
  store: StoreReads,
  candidates: readonly Candidate[],
  lambda: number,
): Promise<Placed[]> {
  const compared = comparable(candidates).slice(0, mostCompared);
  const rest = candidates.slice(compared.length).map((candidate) => ({ candidate }));
  const vectors = await readVectors(store, compared);
  const relevances = inRange(compared.map(rankingScore));
  const waiting = compared.map((candidate, index) => ({
    candidate,
    relevance: relevances[index]!,
    vector: vectors.get(foundOf(candidate)),
  }));
  return [...place(waiting, lambda), ...rest];
}

/** Scores of a reranker and of the searches are not compared. */
function comparable(candidates: readonly Candidate[]): readonly Candidate[] {
  const isReranked = candidates[0]?.rerankScore !== undefined;
  const end = candidates.findIndex(({ rerankScore }) => (rerankScore !== undefined) !== isReranked);
  return end === -1 ? candidates : candidates.slice(0, end);
}

interface Waiting extends Placed {
  readonly relevance: number;
  readonly vector: Float32Array | undefined;
}

function place(candidates: readonly Waiting[], lambda: number): Placed[] {
  let waiting = candidates;
  const placed: Placed[] = [];
  const worth = ({ relevance, nearest }: Waiting) =>
    lambda * relevance - (1 - lambda) * (nearest?.cosine ?? 0);
  while (waiting.length > 0) {
    const next = waiting.reduce((best, one) => (worth(one) > worth(best) ? one : best));
    const { candidate, nearest } = next;
    placed.push(nearest === undefined ? { candidate } : { candidate, nearest });
    waiting = waiting.filter((one) => one !== next).map((one) => nearer(one, next));
  }
  return placed;
}

function nearer(one: Waiting, placed: Waiting): Waiting {
  const cosine = cosineOf(one, placed);
  if (cosine === undefined || cosine <= (one.nearest?.cosine ?? -Infinity)) return one;
  return { ...one, nearest: { candidate: placed.candidate, cosine } };
}

/** Of vectors of unit length; none where the models differ. */
function cosineOf(one: Waiting, other: Waiting): number | undefined {
  if (one.vector === undefined || other.vector === undefined) return undefined;
  if (one.candidate.chunk.embeddingModel !== other.candidate.chunk.embeddingModel) return undefined;
  let sum = 0;
  for (let index = 0; index < one.vector.length; index += 1) sum += one.vector[index]! * other.vector[index]!;
  return sum;
}

async function readVectors(
  store: StoreReads,
  candidates: readonly Candidate[],
): Promise<ByChunk<Float32Array>> {
  const vectors = new ByChunk<Float32Array>();
  for (const collection of new Set(candidates.map((one) => one.collection))) {
    const ids = candidates.filter((one) => one.collection === collection).map(({ chunk }) => chunk.chunkId);
    for (const { chunkId, vector } of await store.vectors(collection, ids)) {
      vectors.set({ collection, chunkId }, vector);
    }
  }
  return vectors;
}

/** 1 for all where they are equal. */
function inRange(scores: readonly number[]): number[] {
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  return scores.map((score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 1));
}
