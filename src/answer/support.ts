import type { Embedder } from '../embed/embedder.ts';
import { EmbeddingError } from '../errors.ts';
import { analyse } from '../text/analyser.ts';
import { hasNames } from './names.ts';
import { isDenied, isOpposite, polarityOf } from './polarity.ts';
import { probability } from './gate.ts';
import { compareNumbers } from './compare-numbers.ts';
import { areRolesSwapped } from './roles.ts';
import { withoutQuantities } from './quantities.ts';
import { readQuestion } from './question.ts';
import { TermMatcher, unite, type Credit } from './term-match.ts';

export interface SupportOptions {
  /** Compares meaning beside words; without one, or where it fails, words alone count. */
  readonly embedder?: Embedder;
  /** Inverse document frequency of an analysed term; all terms weigh the same unless given. */
  readonly idf?: (term: string) => number;
  /** ISO 639-1; English unless given. */
  readonly language?: string;
  /**
   * What stands over the evidence and is no statement: titles, headings, headers of tables, names that the documents are
   * about where they say "we".
   */
  readonly context?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Support {
  readonly supported: boolean;
  /** 0…1: how much of the claim the evidence says. */
  readonly confidence: number;
  /** The evidence is about the same and says otherwise: another number, the opposite, its denial. Never together with `supported`. */
  readonly contradicted: boolean;
  /** Whether names, numbers, negations, opposites and who does it to whom agree, whatever the other words. */
  readonly isStrictlyEqual: boolean;
  /** For the reader of the answer. */
  readonly warning?: string;
}

/**
 * The evidence speaks of the same thing when a sentence has this share of the claim's terms; its denial then contradicts
 * the claim. Another number does where the sentence has all of them.
 */
const sameSubject = 0.5;

/**
 * Whether the sentences, taken together, say what the claim says. Words count by their share of the claim and, where
 * there is an embedder, by the nearness of meaning. Names, numbers with their units, negations and opposites are
 * strict: a name or number that no sentence has, a denial of what is affirmed, or parties that change places, leave no support
 * whatever the words.
 *
 *   odds = 3.5·coverage + cosine − 2.5      without an embedder: 3.9·coverage − 2.1
 *
 * Chosen by logistic regression of "supported" on the train part of SciFact's claims, each beside the one and the
 * three sentences of its abstract that are nearest to it; bench/answers/claims.ts reports the validation part. Runs no
 * language model and understands no inference: a claim in words of its own is likely to be called unsupported.
 *
 * @param evidence Sentences, rows, or whole quotes; several are one body of evidence (a claim may need two).
 */
export async function supportOf(
  claim: string,
  evidence: readonly string[],
  options: SupportOptions = {},
): Promise<Support> {
  options.signal?.throwIfAborted();
  const said = evidence.filter((text) => text.trim() !== '');
  if (said.length === 0 || claim.trim() === '') {
    return { supported: false, confidence: 0, contradicted: false, isStrictlyEqual: false };
  }
  const { language, context = [] } = options;
  const all = [...said, ...context];
  const { together, best, closest } = coverageOf(claim, said, options);
  const confidence = probability(supportOdds(together, await cosineOf(claim, all, options)));
  const numbers = compareNumbers(claim, all, { closest, language });
  const isOpposed =
    isDenied(polarityOf(claim, language), polarityOf(closest, language)) || isOpposite(claim, closest);
  const named = hasNames(claim, all.join('\n'), language);
  const isSwapped = areRolesSwapped(claim, said.join('\n'), language);
  const isStrictlyEqual = numbers === 'equal' && !isOpposed && !isSwapped && named;
  return {
    isStrictlyEqual,
    supported: isStrictlyEqual && confidence >= 0.5,
    // What breaks a strict rule is never more likely than not.
    confidence: isStrictlyEqual ? confidence : confidence / 2,
    contradicted: named && ((best >= sameSubject && isOpposed) || (best === 1 && numbers === 'other')),
  };
}

function supportOdds(coverage: number, cosine: number | undefined): number {
  return cosine === undefined ? 3.9 * coverage - 2.1 : 3.5 * coverage + cosine - 2.5;
}

interface Coverage {
  /** Share of the claim's terms, numbers apart, that some sentence or what stands over it has; 1 where it has none. */
  readonly together: number;
  /** The largest share that one sentence has, and that sentence. */
  readonly best: number;
  readonly closest: string;
}

function coverageOf(
  claim: string,
  evidence: readonly string[],
  { idf = () => 1, language, context = [] }: SupportOptions,
): Coverage {
  const words = readQuestion(withoutQuantities(claim, language), { idf, language });
  const matcher = new TermMatcher(words);
  const creditOf = (text: string) => matcher.credit(analyse(text, language));
  const credits = evidence.map(creditOf);
  const share = (credit: Credit) => (words.terms.length === 0 ? 1 : matcher.coverage(credit));
  const shares = credits.map(share);
  const best = Math.max(...shares);
  return {
    together: share(unite([...credits, ...context.map(creditOf)])),
    best,
    closest: evidence[shares.indexOf(best)] ?? '',
  };
}

async function cosineOf(
  claim: string,
  evidence: readonly string[],
  { embedder, signal }: SupportOptions,
): Promise<number | undefined> {
  if (embedder === undefined) return undefined;
  try {
    const [a, b] = await embedder.embed([claim, evidence.join(' ')], {
      role: 'passage',
      maxRetries: 0,
      signal,
    });
    return a?.reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    return undefined;
  }
}
