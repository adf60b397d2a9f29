import type { StoreReads } from '../../store/store.ts';
import type { Document } from '../../types.ts';
import { documentKeyOf, rankingScore, type Candidate } from '../candidate.ts';
import { readDocuments } from '../read/read-documents.ts';

/** What counts beside the words and the meaning of a chunk. */
export interface Scoring {
  /** How much a document of today counts more than one without a date: 0.5 is half as much again; 0 for not at all. */
  readonly recency: number;
  /** Days after which that has fallen to 1 / e of it. */
  readonly recencyDays: number;
  /** By the user's own `type` of a document; those that are not named count 1. */
  readonly typeWeights: Readonly<Record<string, number>>;
  /** A key of the documents' metadata whose number counts so much; none unless given. */
  readonly importance?: { readonly key: string; readonly weight: number };
}

const msPerDay = 86_400_000;

export const isScored = ({ recency, typeWeights, importance }: Scoring): boolean =>
  recency > 0 || (importance?.weight ?? 0) > 0 || Object.values(typeWeights).some((weight) => weight !== 1);

/**
 * Orders candidates anew: what their order rests on, times `1 + recency · exp(−age / recencyDays)`, times the weight of the
 * document's type, times `1 + weight · importance`, 0 at least. Age is from `dateCreated`; documents without a date get nothing for it, and those of the future
 * count as of today. What a reranker left unscored stays behind.
 */
export async function score(
  store: StoreReads,
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
  const { recency, type, importance } = boostsOf(document, scoring, now);
  return recency * type * importance;
}

/** The factors for the document's date, for its type, and for its importance. */
export function boostsOf(
  { dateCreated, type, metadata }: Pick<Document, 'dateCreated' | 'type' | 'metadata'>,
  scoring: Scoring,
  now: number,
): { readonly recency: number; readonly type: number; readonly importance: number } {
  const created = dateCreated === undefined ? Number.NaN : Date.parse(dateCreated);
  const days = Math.max(0, now - created) / msPerDay;
  const recent = Number.isNaN(days) ? 0 : Math.exp(-days / scoring.recencyDays);
  const { typeWeights, importance: { key = '', weight: slope = 0 } = {} } = scoring;
  const weight = type !== undefined && Object.hasOwn(typeWeights, type) ? typeWeights[type]! : 1;
  const said = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  const importance = typeof said === 'number' ? Math.max(0, 1 + slope * said) : 1;
  return { recency: 1 + scoring.recency * recent, type: weight, importance };
}
