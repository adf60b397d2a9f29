import { GenerationError } from '../../errors.ts';
import type { CheckSupport } from '../claim-check.ts';
import type { Support } from '../support.ts';
import type { Entailment, Judgement } from './entailment.ts';

/** From here on a model's judgement counts. */
const certain = 0.5;

/**
 * A check that has a model decide what words cannot: whether evidence in other words bears the claim out. Names, numbers and
 * negations stay strict, whatever the model says. Where it fails, words decide, with a warning.
 */
export function withEntailment(checkSupport: CheckSupport, entailment: Entailment): CheckSupport {
  return async (claim, evidence, options) => {
    const support = await checkSupport(claim, evidence, options);
    try {
      const judgement = await entailment.judge({ claim, evidence, signal: options.signal });
      return decide(support, judgement);
    } catch (error) {
      if (!(error instanceof GenerationError)) throw error;
      return { ...support, warning: `Support was told by words alone: ${error.message}` };
    }
  };
}

function decide({ isStrictlyEqual, contradicted }: Support, judgement: Judgement): Support {
  const supported = isStrictlyEqual && judgement.entailed >= certain;
  return {
    isStrictlyEqual,
    supported,
    confidence: isStrictlyEqual ? judgement.entailed : judgement.entailed / 2,
    contradicted: !supported && (contradicted || judgement.contradicted >= certain),
  };
}
