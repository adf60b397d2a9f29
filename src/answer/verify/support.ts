import type { Claim } from '../../types.ts';
import { whyRejected } from './check-words.ts';

export interface SupportOptions {
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
  readonly supported: Claim['supported'];
  /** 0…1, that the evidence bears the claim out, by a model of entailment. */
  readonly probability?: number;
  /** Why it does not, for the reader of the answer: `the source has another date`. */
  readonly reason?: string;
  /** For the reader of the answer. */
  readonly warning?: string;
}

/** Longer claims and evidence, in characters, are compared by their beginning. */
const mostCompared = 20_000;

/**
 * What words alone tell of a claim beside the sentences that it cites, taken together: `no` where they say otherwise, else `unchecked`. They
 * never tell that a claim is true.
 *
 * @param evidence Sentences, rows, or whole quotes; several are one body of evidence (a claim may need two).
 */
export async function supportOf(
  claim: string,
  evidence: readonly string[],
  options: SupportOptions = {},
): Promise<Support> {
  const { language, context = [], signal } = options;
  signal?.throwIfAborted();
  const said = evidence.filter((text) => text.trim() !== '').map((text) => text.slice(0, mostCompared));
  if (said.length === 0 || claim.trim() === '') return { supported: 'no' };
  const reason = whyRejected(claim.slice(0, mostCompared), { said, context }, language);
  return reason === undefined ? { supported: 'unchecked' } : { supported: 'no', reason };
}
