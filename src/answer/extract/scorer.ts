import weights from './weights.json' with { type: 'json' };

/** What speaks for a unit's answering the question: one number a feature, in the order of `featureNames`. */
export type Features = Float64Array;

/**
 * The plug point for whatever tells how likely it is that a unit answers a question.
 */
export interface AnswerScorer {
  /**
   * @returns For each unit the probability, 0…1, that it answers the question, were those that are more probable not there; in the
   * order of the units.
   */
  score(question: string, units: readonly ScoredUnit[]): number[] | Promise<number[]>;
}

export interface ScoredUnit {
  readonly text: string;
  readonly documentKey: string;
  /** Titles, headings and table heads that stand over it. */
  readonly context: readonly string[];
  readonly features: Features;
}

/** One hidden layer of tanh; inputs are standardised first. */
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
  score: (_question, units) =>
    shares(
      units.map(({ features }) => builtIn(features)),
      units,
    ).map((share, at) => probabilityOf(share, units[at]!.features, weights.calibration)),
};

const counted = ['crowd', 'meaningAround', 'isRow'].map((name) => weights.features.indexOf(name));

/** What the probability of a share depends on: its log-odds, how many units there are, how much of the question stands about it. */
export function calibrationInputs(share: number, features: ArrayLike<number>): number[] {
  const kept = Math.min(Math.max(share, 1e-6), 1 - 1e-6);
  return [1, Math.log(kept / (1 - kept)), ...counted.map((at) => features[at]!)];
}

/** How often a unit of such a share is right. */
export function probabilityOf(
  share: number,
  features: ArrayLike<number>,
  calibration: readonly number[],
): number {
  const inputs = calibrationInputs(share, features);
  const odds = inputs.reduce((sum, value, at) => sum + value * calibration[at]!, 0);
  return 1 / (1 + Math.exp(-odds));
}

/** As many candidates as a question was trained with. */
export const mostRivals = 40;

/**
 * The share that each unit has among those that are no better and the chance that none answers: many that are nearly as good make
 * each less probable. Documents that say the same in other numbers, as versions of one do, count once.
 */
function shares(
  logOdds: readonly number[],
  units: readonly Pick<ScoredUnit, 'text' | 'documentKey'>[],
): number[] {
  const order = [...logOdds.keys()].sort((a, b) => logOdds[b]! - logOdds[a]!);
  const documents = new Map<string, string>();
  const isOwn = order.map((index) => {
    const { text, documentKey } = units[index]!;
    const words = text.replaceAll(/\p{Nd}+|\s+/gu, ' ').toLowerCase();
    const first = documents.get(words) ?? documentKey;
    documents.set(words, first);
    return first === documentKey;
  });
  const probabilities = Array<number>(logOdds.length);
  let others = 1;
  for (let rank = order.length - 1; rank >= 0; rank--) {
    const index = order[rank]!;
    const odds = Math.exp(logOdds[index]!);
    probabilities[index] = odds / (others + odds);
    if (rank < mostRivals && isOwn[rank]) others += odds;
  }
  return probabilities;
}

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
