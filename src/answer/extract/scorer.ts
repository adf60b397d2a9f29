import { labelOf } from '../../text/structure/table-row.ts';
import { groupBy } from '../../util/lists/group-by.ts';
import { isTableRow } from '../../text/structure/table-row.ts';
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
  /** The figure that it has for the year that is asked for; undefined where nothing tells it, or it is short. */
  readonly figure?: string;
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

const builtIn = logOddsOf(weights);
const [bias, slope] = weights.calibration as [number, number];

/** The scorer that comes with Pincite. `npm run train:answers` made its weights; docs/answers.md says from what. */
export const builtInScorer: AnswerScorer = {
  score(_question, units) {
    const margins = marginsOf(
      units.map(({ features }) => builtIn(features)),
      units,
    );
    return margins.map((margin) => 1 / (1 + Math.exp(-(bias + slope * margin))));
  },
};

/** As many candidates as a question was trained with. */
export const mostRivals = 40;

/**
 * The log-odds of each unit against all that are less good and the chance that none answers: many that are nearly as good make each less
 * probable. One that says the same as a better one does not; one that has the same figure in another row makes it more probable.
 * @param alone Log-odds of the units by themselves.
 */
export function marginsOf(
  alone: readonly number[],
  units: readonly Omit<ScoredUnit, 'features'>[],
): number[] {
  const logOdds = withOthersOfFigure(alone, units);
  const order = [...logOdds.keys()].sort((a, b) => logOdds[b]! - logOdds[a]!);
  const isNew = saysNew(order.slice(0, mostRivals).map((index) => units[index]!));
  const margins = Array<number>(units.length);
  let others = 1;
  for (const [rank, index] of [...order.entries()].reverse()) {
    const odds = logOdds[index]!;
    margins[index] = odds - Math.log(others);
    if (isNew[rank] === true) others += Math.exp(odds);
  }
  // Without its rivals one may seem more probable than a better one with them; it never is.
  for (let rank = 1; rank < order.length; rank++) {
    const [better, index] = [order[rank - 1]!, order[rank]!];
    margins[index] = Math.min(margins[index]!, margins[better]! - 1e-6);
  }
  return margins;
}

/** The log-odds of each unit, of the best of all rows of a document with one figure, of which one is called as another, those that any of them answers. */
function withOthersOfFigure(
  logOdds: readonly number[],
  units: readonly Omit<ScoredUnit, 'features'>[],
): number[] {
  const raised = [...logOdds];
  const ofFigure = groupBy([...units.keys()], (at) => `${units[at]!.figure} ${units[at]!.documentKey}`);
  for (const rows of ofFigure.values()) {
    if (units[rows[0]!]!.figure === undefined) continue;
    const best = rows.reduce((first, at) => (logOdds[at]! > logOdds[first]! ? at : first));
    const label = labelOf(units[best]!.text).toLowerCase();
    const alike = rows.filter((at) => {
      const other = labelOf(units[at]!.text).toLowerCase();
      return label.includes(other) || other.includes(label);
    });
    raised[best] = Math.log(alike.reduce((sum, at) => sum + Math.exp(logOdds[at]!), 0));
  }
  return raised;
}

/**
 * Of units that say the same, rows below the same heads or with the same figure for the year, or say it in other numbers and other
 * documents, as versions of one do, the first alone.
 */
function saysNew(units: readonly Omit<ScoredUnit, 'features'>[]): boolean[] {
  const documents = new Map<string, string>();
  const texts = new Set<string>();
  return units.map(({ text, documentKey, context, figure }) => {
    const whole = isTableRow(text) ? [text, ...context.filter(isTableRow)].join('\n') : text;
    if (texts.has(whole) || (figure !== undefined && texts.has(figure))) return false;
    texts.add(whole);
    if (figure !== undefined) texts.add(figure);
    const words = text.replaceAll(/\p{Nd}+|\s+/gu, ' ').toLowerCase();
    const first = documents.get(words) ?? documentKey;
    documents.set(words, first);
    return first === documentKey;
  });
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
