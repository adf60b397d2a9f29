import type { Embedder } from '../embed/embedder.ts';
import { EmbeddingError } from '../errors.ts';
import type { Candidate } from './candidate.ts';
import { withoutDirectives } from './directives.ts';
import { gatherEvidence } from './evidence.ts';
import { answerOdds, probability } from './gate.ts';
import type { DraftClaim, GenerateRequest, Generator, GeneratorEvent } from './generator.ts';
import { readQuestion, type Question } from './question.ts';
import { rankEvidence, selectUnits } from './select.ts';

export interface ExtractiveParts {
  /** Makes abstention more certain; without one only terms count. */
  readonly embedder?: Embedder;
  /** Inverse document frequency of an analysed term in the searched collections; 0 when no chunk has it. */
  readonly idf: (term: string) => number;
}

export interface ExtractiveOptions {
  /** 1…4 is sensible. */
  readonly maxSentences?: number;
  /** Share of the best sentence's score that each other one must reach, 0…1. */
  readonly closeness?: number;
}

/** Sentences whose similarity is compared; fewer than `fewestCompared` tell nothing. */
const mostCompared = 24;
const fewestCompared = 8;
const nearestCount = 3;
const redundancyWeight = 0.1;
/** Documents beside the first that are cited for the same words. */
const mostTwins = 2;

/**
 * Answers with the sentences, list items and table rows of the passages that answer, word for word, in reading
 * order by document (the document with the best one first); abstains when the best one is not good enough.
 * Runs no language model. Scores, thresholds and what they were chosen on: select.ts and gate.ts; measured by
 * bench/answers/abstention.ts. Where the embedder fails, only terms count.
 */
export function createExtractiveGenerator(
  { embedder, idf }: ExtractiveParts,
  { maxSentences = 4, closeness = 0.85 }: ExtractiveOptions = {},
): Generator {
  return {
    modelId: 'extractive',
    async *generate(request: GenerateRequest): AsyncGenerator<GeneratorEvent> {
      const { passages, language, signal } = request;
      signal?.throwIfAborted();
      const question = readQuestion(withoutDirectives(request.question), { idf, language });
      const evidence = gatherEvidence(question, passages, request);
      const ranked = namedFirst(rankEvidence(evidence));
      const answers = answersAmong(ranked, closeness);
      const compared = [...new Set([...answers, ...ranked])].slice(0, mostCompared);
      const standouts = await compare(embedder, request, compared);
      const claimOf = (candidate: Candidate) =>
        draft(question, candidate, {
          standout: standouts.get(candidate),
          twins: twinsOf(candidate, answers),
        });
      const [best] = answers;
      if (best === undefined || answerOdds(question, best.evidence, standouts.get(best)) < 0) {
        const nearest = ranked.slice(0, nearestCount).filter((candidate) => candidate.evidence.coverage > 0);
        yield { kind: 'abstain', nearest: nearest.map(claimOf) };
        return;
      }
      const selected = selectUnits(distinct(answers), { maxSentences, closeness, redundancyWeight });
      for (const candidate of inReadingOrder(selected)) yield { kind: 'claim', claim: claimOf(candidate) };
    },
  };
}

/** What the question's names and years stand with or above comes first: other evidence is of something else. */
function namedFirst(ranked: readonly Candidate[]): Candidate[] {
  return ranked.toSorted((a, b) => Number(b.evidence.named) - Number(a.evidence.named));
}

/**
 * What is about the question's names and years, and has the form of what is asked for. None where what cannot answer
 * is nearer by far: then the documents speak of what is asked, and do not say it.
 */
function answersAmong(ranked: readonly Candidate[], closeness: number): readonly Candidate[] {
  const named = ranked.filter(({ evidence }) => evidence.named);
  const able = named.filter(({ evidence }) => evidence.fits);
  return (able[0]?.score ?? 0) >= closeness * (named[0]?.score ?? 0) ? able : [];
}

/** By how many standard deviations each candidate is more similar to the question than all of them are. */
async function compare(
  embedder: Embedder | undefined,
  { question, signal }: GenerateRequest,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<Candidate, number>> {
  if (embedder === undefined || candidates.length < fewestCompared) return new Map();
  const texts = candidates.map(({ evidence }) => evidence.unit.text);
  const cosines = await cosinesTo(question, texts, { embedder, signal });
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  const variance = cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length;
  if (cosines.length === 0 || variance < 1e-9) return new Map();
  return new Map(
    candidates.map((candidate, index) => [candidate, ((cosines[index] ?? 0) - mean) / Math.sqrt(variance)]),
  );
}

/** Of each text's vector with the question's; none where the embedder fails. */
async function cosinesTo(
  question: string,
  texts: readonly string[],
  { embedder, signal }: { embedder: Embedder; signal?: AbortSignal },
): Promise<number[]> {
  try {
    const [asked] = await embedder.embed([question], { role: 'query', maxRetries: 0, signal });
    const vectors = await embedder.embed(texts, { role: 'passage', maxRetries: 0, signal });
    return vectors.map((vector) =>
      vector.reduce((sum, value, index) => sum + value * (asked?.[index] ?? 0), 0),
    );
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    return [];
  }
}

/** The words of a unit below its heads: two units with the same ones say the same. */
function wordsOf({ evidence: { unit } }: Candidate): string {
  return `${unit.heads ?? ''}\n${unit.text.replaceAll(/\s+/g, ' ')}`;
}

/** The first of those that say the same. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const firsts = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (!firsts.has(wordsOf(candidate))) firsts.set(wordsOf(candidate), candidate);
  }
  return [...firsts.values()];
}

/** The same words in other documents, once each: with the candidate, sources of one claim. */
function twinsOf(candidate: Candidate, others: readonly Candidate[]): Candidate[] {
  const words = wordsOf(candidate);
  const documents = new Set([candidate.evidence.document]);
  return others
    .filter((other) => wordsOf(other) === words)
    .filter(({ evidence: { document } }) => !documents.has(document) && documents.add(document))
    .slice(0, mostTwins);
}

function draft(
  question: Question,
  candidate: Candidate,
  { standout, twins }: { standout: number | undefined; twins: readonly Candidate[] },
): DraftClaim {
  const { evidence } = candidate;
  return {
    text: evidence.unit.text,
    supports: [candidate, ...twins].map(({ evidence: { passage, charStart, unit } }) => ({
      passage,
      quote: unit.text,
      charStart,
    })),
    confidence: probability(answerOdds(question, evidence, standout)),
  };
}

/**
 * The best unit, which answers before all others; then documents in the order of their best unit, each one's others in
 * the order of its text.
 */
function inReadingOrder([best, ...others]: readonly Candidate[]): Candidate[] {
  if (best === undefined) return [];
  const documents = [...new Set([best, ...others].map(({ evidence }) => evidence.document))];
  const ordered = documents.flatMap((document) =>
    others
      .filter(({ evidence }) => evidence.document === document)
      .sort((a, b) => a.evidence.charStart - b.evidence.charStart),
  );
  return [best, ...ordered];
}
