import { ByChunk, compareFound, type FoundChunk } from '../candidate.ts';
import type { FusionOptions } from '../request.ts';

export interface FuseOptions extends FusionOptions {
  readonly vectorWeight: number;
}

/** A chunk as one search found it; lists are best first. */
export interface LegHit extends FoundChunk {
  readonly score: number;
}

export interface FusedChunk extends FoundChunk {
  readonly vectorScore?: number;
  readonly keywordScore?: number;
  /** 0…1 */
  readonly fusedScore: number;
  /** Of a document that the query names. */
  readonly boost?: number;
}

/** What each search found; a search that did not run is absent. */
export interface Legs<T extends LegHit = LegHit> {
  readonly vector?: readonly T[] | undefined;
  /** By the vector of a hypothetical passage. */
  readonly hyde?: readonly T[] | undefined;
  readonly keyword?: readonly T[] | undefined;
}

/**
 * Merges the lists of the searches into one, best first, ties by chunk id; by scores, ties are first by cosine: where the
 * vector search has no weight and the keyword search finds nothing, the nearest still come first.
 *
 * - `minmax`: w · n(vector) + (1 − w) · n(keyword) with n(s) = (s − min) / (max − min) over the list, 1 where all
 *   scores of a list are equal, and 0 for a chunk that the list lacks. A list alone counts fully. With the list of a
 *   hypothetical passage, w · (n(vector) + n(hyde)) / 2 stands for w · n(vector).
 * - `zscore`: the same with n(s) = (s − mean) / deviation over the chunks of all lists, 0 where all are equal; what a list
 *   lacks has its lowest score. The sums are stretched to 0…1.
 * - `rrf`: Σ 1 / (k + rank) over the lists that have the chunk, ranks from 1.
 *
 * @see https://arxiv.org/abs/2210.11934 (score fusion), https://doi.org/10.1145/1571941.1572114 (RRF)
 */
export function fuse(legs: Legs, options: FuseOptions): FusedChunk[] {
  const found = foundIn(legs);
  const { vector, hyde, keyword } = sharesOver(found.length, legs, options);
  const fused = found.map((chunk): FusedChunk => {
    const { collection, chunkId } = chunk;
    const [inVectors, inKeywords] = [vector.of(chunk), keyword.of(chunk)];
    const fusedScore =
      vector.weight * inVectors.share +
      hyde.weight * hyde.of(chunk).share +
      keyword.weight * inKeywords.share;
    const { score: vectorScore } = inVectors;
    const { score: keywordScore } = inKeywords;
    if (vectorScore === undefined) {
      return keywordScore === undefined
        ? { collection, chunkId, fusedScore }
        : { collection, chunkId, keywordScore, fusedScore };
    }
    return keywordScore === undefined
      ? { collection, chunkId, vectorScore, fusedScore }
      : { collection, chunkId, vectorScore, keywordScore, fusedScore };
  });
  const byRank = options.method === 'rrf';
  const stretched = options.method === 'zscore' ? stretch(fused) : fused;
  return stretched.sort(
    (a, b) => b.fusedScore - a.fusedScore || (byRank ? 0 : compareCosines(a, b)) || compareFound(a, b),
  );
}

/** What the searches found, each chunk once. */
function foundIn({ vector = [], hyde = [], keyword = [] }: Legs): FoundChunk[] {
  const known = new ByChunk<true>();
  return [...vector, ...hyde, ...keyword].filter((hit) => {
    const isNew = known.get(hit) === undefined;
    if (isNew) known.set(hit, true);
    return isNew;
  });
}

/** What each search gives to a fused score: weight times share. */
export const sharesIn = (legs: Legs, options: FuseOptions) => sharesOver(foundIn(legs).length, legs, options);

function sharesOver(chunks: number, legs: Legs, options: FuseOptions) {
  const run = { options, chunks };
  const weights = weightsOf(legs, options);
  return {
    vector: { of: shareOf(legs.vector, run), weight: weights.meaning },
    hyde: { of: shareOf(legs.hyde, run), weight: weights.meaning },
    keyword: { of: shareOf(legs.keyword, run), weight: weights.words },
  };
}

/** What a list counts; the two by meaning share its weight. */
function weightsOf({ vector, hyde, keyword }: Legs, { method, vectorWeight }: FuseOptions) {
  if (method === 'rrf') return { meaning: 1, words: 1 };
  const meaning = keyword ? vectorWeight : 1;
  return { meaning: vector && hyde ? meaning / 2 : meaning, words: vector || hyde ? 1 - vectorWeight : 1 };
}

const compareCosines = (a: FusedChunk, b: FusedChunk) => (b.vectorScore ?? -1) - (a.vectorScore ?? -1);

/** What a chunk has of a list, and what that counts. */
type ShareOf = (chunk: FoundChunk) => { readonly score?: number; readonly share: number };

const nothing = { share: 0 };

function shareOf(
  hits: readonly LegHit[] = [],
  { options, chunks }: { readonly options: FuseOptions; readonly chunks: number },
): ShareOf {
  if (hits.length === 0) return () => nothing;
  const scores = hits.map(({ score }) => score);
  const lowest = scores.reduce((a, b) => Math.min(a, b));
  const normalise = {
    minmax: () => rangeOf(scores),
    zscore: () => deviationsOf([...scores, ...Array.from({ length: chunks - hits.length }, () => lowest)]),
    rrf: () => (_: number, place: number) => 1 / (options.k + place + 1),
  }[options.method]();
  const shares = ByChunk.of(hits, (hit, place) => [
    hit,
    { score: hit.score, share: normalise(hit.score, place) },
  ]);
  const lacking = { share: options.method === 'zscore' ? normalise(lowest, 0) : 0 };
  return (chunk) => shares.get(chunk) ?? lacking;
}

function rangeOf(scores: readonly number[]): (score: number) => number {
  const lowest = scores.reduce((a, b) => Math.min(a, b));
  const highest = scores.reduce((a, b) => Math.max(a, b));
  return (score) => (highest > lowest ? (score - lowest) / (highest - lowest) : 1);
}

function deviationsOf(scores: readonly number[]): (score: number) => number {
  const mean = scores.reduce((a, b) => a + b) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return (score) => (deviation > 0 ? (score - mean) / deviation : 0);
}

function stretch(fused: readonly FusedChunk[]): FusedChunk[] {
  if (fused.length === 0) return [];
  const inRange = rangeOf(fused.map(({ fusedScore }) => fusedScore));
  return fused.map((chunk) => ({ ...chunk, fusedScore: inRange(chunk.fusedScore) }));
}
