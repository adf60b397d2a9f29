import { GenerationError } from '../../errors.ts';
import type { CheckSupport } from '../verify/check-claim.ts';

/** How far evidence bears a claim out, and how far it says otherwise: probabilities, together at most 1. */
export interface Judgement {
  readonly entailed: number;
  readonly contradicted: number;
}

export interface JudgeRequest {
  readonly claim: string;
  /** Sentences, rows or quotes, taken together; one at least. */
  readonly evidence: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * A model of natural language inference.
 * @throws GenerationError when the model cannot be run or reached; the signal's reason on abort.
 */
export interface Entailment {
  readonly modelId: string;
  judge(request: JudgeRequest): Promise<Judgement>;
  close(): Promise<void>;
}

/** From this probability on a claim is supported. */
const certain = 0.5;

/**
 * A check that has a model decide what words cannot: whether evidence in other words bears the claim out. What words reject stays
 * rejected, and the model is not asked. Where it fails, the claim is unchecked, with a warning.
 */
export function withEntailment(checkSupport: CheckSupport, entailment: Entailment): CheckSupport {
  return async (claim, evidence, options) => {
    const support = await checkSupport(claim, evidence, options);
    if (support.supported === 'no') return support;
    try {
      const { entailed, contradicted } = await entailment.judge({ claim, evidence, signal: options.signal });
      if (entailed >= certain) return { supported: 'yes', probability: entailed };
      const reason = contradicted >= certain ? 'the source says otherwise' : 'the source does not say so';
      return { supported: 'no', probability: entailed, reason };
    } catch (error) {
      if (!(error instanceof GenerationError)) throw error;
      return { ...support, warning: `Claims were checked by words alone: ${error.message}` };
    }
  };
}
