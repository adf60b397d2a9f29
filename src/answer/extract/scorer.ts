import { weights } from './weights.ts';

/** What speaks for a unit's answering the question: one number a feature, in the order of `featureNames`. */
export type Features = Float64Array;

/**
 * The plug point for whatever tells how likely it is that a unit answers a question.
 */
export interface AnswerScorer {
  /** @returns For each unit the probability, 0…1, that it answers the question, in the order of the units. */
  score(question: string, units: readonly ScoredUnit[]): number[] | Promise<number[]>;
}

export interface ScoredUnit {
  readonly text: string;
  /** Titles, headings and table heads that stand over it. */
  readonly context: readonly string[];
  readonly features: Features;
}

/** One hidden layer of tanh, then a logistic; inputs are standardised first. */
export interface Network {
  readonly features: readonly string[];
  readonly mean: readonly number[];
  readonly scale: readonly number[];
  /** A row a hidden unit: a weight a feature, then the bias. */
  readonly hidden: readonly (readonly number[])[];
  /** A weight a hidden unit, then the bias. */
  readonly output: readonly number[];
}

/** The scorer that comes with Pincite. `npm run train:answers` made its weights; docs/answers.md says from what. */
export const builtInScorer: AnswerScorer = {
  score: (_question, units) => units.map(({ features }) => probability(logOdds(weights, features))),
};

export function logOdds({ mean, scale, hidden, output }: Network, features: Features): number {
  let sum = output[hidden.length]!;
  for (const [index, row] of hidden.entries()) {
    let activation = row[mean.length]!;
    for (let at = 0; at < mean.length; at++) {
      activation += row[at]! * ((features[at]! - mean[at]!) / scale[at]!);
    }
    sum += output[index]! * Math.tanh(activation);
  }
  return sum;
}

const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
