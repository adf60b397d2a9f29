import weights from './weights.json' with { type: 'json' };

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
  score: (_question, units) => units.map(({ features }) => probability(builtIn(features))),
};

/** The log-odds of features; standardising them is part of the hidden units' weights. */
export function logOddsOf({ mean, scale, hidden, output }: Network): (features: ArrayLike<number>) => number {
  const rows = hidden.map((row) => Float64Array.from(mean, (_, at) => row[at]! / scale[at]!));
  const biases = hidden.map((row, unit) =>
    mean.reduce((sum, value, at) => sum - rows[unit]![at]! * value, row[mean.length]!),
  );
  return (features) => {
    let odds = output[hidden.length]!;
    for (let unit = 0; unit < rows.length; unit++) {
      const row = rows[unit]!;
      let activation = biases[unit]!;
      for (let at = 0; at < row.length; at++) activation += row[at]! * features[at]!;
      odds += output[unit]! * Math.tanh(activation);
    }
    return odds;
  };
}

const builtIn = logOddsOf(weights);
const probability = (odds: number): number => 1 / (1 + Math.exp(-odds));
