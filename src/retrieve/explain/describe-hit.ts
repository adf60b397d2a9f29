import type { Explanation, Hit } from '../../types.ts';
import type { Retrieval } from '../retrieval.ts';

type Numbers = Omit<Explanation, 'reasons'>;

/** Words that are named. */
const mostWords = 6;

/** Why a hit stands where it does: a sentence for each stage that had to do with it, in their order. */
export function describeHit(hit: Hit, numbers: Numbers, explained: Retrieval): string[] {
  const { vector, hyde, keyword } = numbers;
  const { request, orders, fusionBefore } = explained;
  const { candidates: limits } = request;
  const own = fusionBefore ? `; ${hit.vectorScore?.toFixed(3)} before feedback moved the query` : '';
  const count = orders[0]?.candidates.length;
  return [
    ...describeFilters(explained),
    ...(vector ? [`By meaning: cosine ${describeShare(vector, limits.vector)}${own}.`] : []),
    ...(hyde ? [`By the passage: cosine ${describeShare(hyde, limits.vector)}.`] : []),
    ...(keyword
      ? [`By words: BM25 ${describeShare(keyword, limits.keyword)}${describeWords(keyword)}.`]
      : []),
    ...describeNamed(numbers),
    `Together: ${hit.fusedScore.toFixed(3)}, place ${numbers.places[0]?.place} of ${count}.`,
    ...describeDuplicates(hit),
    ...describeMoves(hit, numbers, request.maxChunksPerDocument),
  ];
}

function describeFilters({ request: { rawFilter, constraint }, selfFilter }: Retrieval): string[] {
  const filters = [rawFilter, selfFilter].filter((filter) => filter !== undefined);
  const restricted = constraint === undefined ? [] : ['what its text or place on the page has to be'];
  const conditions = [...filters.map((filter) => JSON.stringify(filter)), ...restricted];
  return conditions.length === 0 ? [] : [`Let through by the filter: ${conditions.join(' and ')}.`];
}

function describeShare(
  { score, place, share, weight }: NonNullable<Numbers['vector']>,
  limit: number,
): string {
  const where = place === undefined ? `behind the first ${limit}` : `place ${place}`;
  return `${score.toFixed(3)}, ${where}; ${share.toFixed(3)} on the scale of its list, weighted ${weight.toFixed(2)}`;
}

function describeWords({ score, words, phraseScore }: NonNullable<Numbers['keyword']>): string {
  const named = words.slice(0, mostWords).map((one) => ({ label: one.word, score: one.score }));
  const rest = score - phraseScore - named.reduce((sum, one) => sum + one.score, 0);
  const parts = [
    ...(phraseScore > 0 ? [{ label: 'exact phrase', score: phraseScore }] : []),
    ...named,
    ...(rest > 0 ? [{ label: 'other words', score: rest }] : []),
  ];
  const list = parts
    .filter((part) => part.score >= score / 200)
    .map((part) => `${part.label} ${((100 * part.score) / score).toFixed(0)}%`);
  return list.length === 0 ? '' : `: ${list.join(', ')}`;
}

function describeNamed({ boosts }: Numbers): string[] {
  if (boosts === undefined || boosts.named === 1) return [];
  return [`The query names its document: counts × ${boosts.named.toFixed(2)}.`];
}

function describeBoosts({ recency, type, importance } = { recency: 1, type: 1, importance: 1 }): string {
  return `Date × ${recency.toFixed(2)}, type × ${type.toFixed(2)}, importance × ${importance.toFixed(2)}`;
}

function describeDuplicates({ duplicates }: Hit): string[] {
  if (duplicates.length === 0) return [];
  return [`The same text, left out: ${duplicates.map(({ chunkId }) => chunkId).join(', ')}.`];
}

function describeMoves(
  { rerankScore }: Hit,
  { places, boosts, nearest }: Numbers,
  maxChunksPerDocument: number | undefined,
): string[] {
  return places.flatMap(({ stage, place }, index) => {
    const before = places[index - 1]?.place;
    if (before === undefined) return [];
    const move = before === place ? `stays at place ${place}` : `from place ${before} to ${place}`;
    switch (stage) {
      case 'rerank':
        return [`Reranked: ${rerankScore === undefined ? 'not scored' : rerankScore.toFixed(3)}, ${move}.`];
      case 'score':
        return [`${describeBoosts(boosts)}: ${move}.`];
      case 'mmr':
        return [
          `Put apart: ${nearest ? `cosine ${nearest.cosine.toFixed(3)} with ${nearest.chunkId}, ` : ''}${move}.`,
        ];
      default:
        return before === place ? [] : [`At most ${maxChunksPerDocument} chunks of a document: ${move}.`];
    }
  });
}
