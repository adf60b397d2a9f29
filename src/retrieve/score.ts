import type { Store } from '../store/store.ts';
import type { Document } from '../types.ts';
import { documentKeyOf, rankingScore, type Candidate } from './candidate.ts';
import { readDocuments } from './read-documents.ts';

/** What counts beside the words and the meaning of a chunk. */
export interface Scoring {
  /** How much a document of today counts more than one without a date: 0.5 is half as much again; 0 for not at all. */
  readonly recency: number;
  /** Days after which that has fallen to 1 / e of it. */
  readonly recencyDays: number;
  /** By the user's own `type` of a document; those that are not named count 1. */
  readonly typeWeights: Readonly<Record<string, number>>;
}

const msPerDay = 86_400_000;

export const isScored = ({ recency, typeWeights }: Scoring): boolean =>
  recency > 0 || Object.values(typeWeights).some((weight) => weight !== 1);

/**
 * Orders candidates anew: what their order rests on, times `1 + recency · exp(−age / recencyDays)`, times the weight of the
 * document's type. Age is from `dateCreated`; documents without a date get nothing for it, and those of the future
 * count as of today. What a reranker left unscored stays behind.
 */
export async function score(
  store: Store,
  candidates: readonly Candidate[],
  { scoring, now }: { readonly scoring: Scoring; readonly now: number },
): Promise<Candidate[]> {
  const documents = await readDocuments(store, candidates);
  const scored = candidates.map((candidate) => {
    const document = documents.get(documentKeyOf(candidate));
    const factor = document === undefined ? 1 : boostOf(document, scoring, now);
    return { ...candidate, boost: (candidate.boost ?? 1) * factor };
  });
  return scored.sort((a, b) => Number(isRead(b)) - Number(isRead(a)) || rankingScore(b) - rankingScore(a));
}

const isRead = ({ rerankScore }: Candidate) => rerankScore !== undefined;

function boostOf(document: Document, scoring: Scoring, now: number): number {
  const { recency, type } = boostsOf(document, scoring, now);
  return recency * type;
}

/** The factors for the document's date and for its type. */
export function boostsOf(
  { dateCreated, type }: Pick<Document, 'dateCreated' | 'type'>,
  scoring: Scoring,
  now: number,
): { readonly recency: number; readonly type: number } {
  const created = dateCreated === undefined ? Number.NaN : Date.parse(dateCreated);
  const days = Math.max(0, now - created) / msPerDay;
  const recent = Number.isNaN(days) ? 0 : Math.exp(-days / scoring.recencyDays);
  const { typeWeights } = scoring;
  const weight = type !== undefined && Object.hasOwn(typeWeights, type) ? typeWeights[type]! : 1;
  return { recency: 1 + scoring.recency * recent, type: weight };
}
