/**
 * Training of the scorer's network: Adam on the log loss of a choice between the candidates of a question and none of them. Where
 * several are right, it does not matter which is chosen.
 */
import type { Network } from '../../src/answer/extract/scorer.ts';
import type { Group } from './collect.ts';
import type { Draw } from './draw.ts';

export interface TrainingOptions {
  readonly hiddenUnits: number;
  readonly epochs: number;
  readonly rate: number;
  /** Pulls weights towards zero, a share of each step. */
  readonly decay: number;
  readonly draw: Draw;
  readonly weightOf: (group: Group) => number;
  /** Features of which more never makes a candidate less probable (1), or never more probable (-1). */
  readonly directions: Readonly<Record<string, 1 | -1>>;
}

export function standardise(groups: readonly Group[], width: number): { mean: number[]; scale: number[] } {
  const mean = Array<number>(width).fill(0);
  const square = Array<number>(width).fill(0);
  let count = 0;
  for (const { rows } of groups) {
    for (const row of rows) {
      count += 1;
      for (let at = 0; at < width; at++) {
        mean[at]! += row[at]!;
        square[at]! += row[at]! ** 2;
      }
    }
  }
  return {
    mean: mean.map((sum) => sum / count),
    scale: square.map((sum, at) =>
      Math.max(Math.sqrt(Math.max(sum / count - (mean[at]! / count) ** 2, 0)), 1e-3),
    ),
  };
}

const rounded = (value: number): number => Number(value.toPrecision(5));

export function trainNetwork(
  groups: readonly Group[],
  features: readonly string[],
  { hiddenUnits, epochs, rate, decay, draw, weightOf, directions }: TrainingOptions,
): Network {
  const width = features.length;
  const { mean, scale } = standardise(groups, width);
  const stride = width + 1;
  const outputAt = hiddenUnits * stride;
  const size = outputAt + hiddenUnits + 1;
  const parameters = Float64Array.from({ length: size }, () => (draw.below(2001) / 1000 - 1) * 0.25);
  const directionAt = features.map((name) => directions[name] ?? 0);
  /** With no output weight below zero, and the signs of the directed weights, the whole is monotone in these features. */
  const constrain = (): void => {
    for (let unit = 0; unit < hiddenUnits; unit++) {
      parameters[outputAt + unit] = Math.max(parameters[outputAt + unit]!, 0);
      for (const [i, direction] of directionAt.entries()) {
        const at = unit * stride + i;
        if (direction !== 0) parameters[at] = direction * Math.max(direction * parameters[at]!, 0);
      }
    }
  };
  for (let unit = 0; unit < hiddenUnits; unit++)
    parameters[outputAt + unit] = Math.abs(parameters[outputAt + unit]!);
  constrain();
  const [first, second, gradient] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  const longest = Math.max(...groups.map(({ rows }) => rows.length));
  const inputs = new Float64Array(longest * width);
  const activations = new Float64Array(longest * hiddenUnits);
  const batch = 8;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = draw.some([...groups.keys()], groups.length);
    for (let start = 0; start < order.length; start += batch) {
      gradient.fill(0);
      for (const index of order.slice(start, start + batch)) {
        const group = groups[index]!;
        const odds = group.rows.map((row, at) => {
          for (let i = 0; i < width; i++) inputs[at * width + i] = (row[i]! - mean[i]!) / scale[i]!;
          let sumOfAll = parameters[outputAt + hiddenUnits]!;
          for (let unit = 0; unit < hiddenUnits; unit++) {
            const from = unit * stride;
            let sum = parameters[from + width]!;
            for (let i = 0; i < width; i++) sum += parameters[from + i]! * inputs[at * width + i]!;
            activations[at * hiddenUnits + unit] = Math.tanh(sum);
            sumOfAll += parameters[outputAt + unit]! * activations[at * hiddenUnits + unit]!;
          }
          return sumOfAll;
        });
        const shares = sharesOf(odds);
        const right = shares.reduce((sum, share, at) => sum + (group.isRight[at] ? share : 0), 0);
        for (const [at, share] of shares.entries()) {
          const wanted = group.isRight[at] ? share / right : 0;
          const error = (share - wanted) * weightOf(group);
          gradient[outputAt + hiddenUnits]! += error;
          for (let unit = 0; unit < hiddenUnits; unit++) {
            const activation = activations[at * hiddenUnits + unit]!;
            gradient[outputAt + unit]! += error * activation;
            const back = error * parameters[outputAt + unit]! * (1 - activation ** 2);
            const from = unit * stride;
            gradient[from + width]! += back;
            for (let i = 0; i < width; i++) gradient[from + i]! += back * inputs[at * width + i]!;
          }
        }
      }
      step += 1;
      const pace = (rate * Math.min(1, step / 100) * (epochs - epoch)) / epochs;
      for (let i = 0; i < size; i++) {
        const slope = gradient[i]! / batch;
        first[i] = 0.9 * first[i]! + 0.1 * slope;
        second[i] = 0.999 * second[i]! + 0.001 * slope ** 2;
        const [m, v] = [first[i]! / (1 - 0.9 ** step), second[i]! / (1 - 0.999 ** step)];
        parameters[i]! -= pace * (m / (Math.sqrt(v) + 1e-8) + decay * parameters[i]!);
      }
      constrain();
    }
  }
  return {
    features,
    mean: mean.map(rounded),
    scale: scale.map(rounded),
    hidden: Array.from({ length: hiddenUnits }, (_, unit) =>
      Array.from(parameters.slice(unit * stride, (unit + 1) * stride), rounded),
    ),
    output: Array.from(parameters.slice(outputAt), rounded),
  };
}

/** Of each candidate, the share of its odds among all and 1, which are those of none. */
function sharesOf(logOdds: readonly number[]): number[] {
  const most = Math.max(0, ...logOdds);
  const odds = logOdds.map((value) => Math.exp(value - most));
  const sum = odds.reduce((total, value) => total + value, Math.exp(-most));
  return odds.map((value) => value / sum);
}

/** Networks as one whose log-odds are the mean of theirs, which depends less on the numbers that each began with. */
export function meanOf(networks: readonly Network[]): Network {
  const output = networks.flatMap(({ hidden, output: weights }) => weights.slice(0, hidden.length));
  const sum = networks.reduce((total, { hidden, output: weights }) => total + weights[hidden.length]!, 0);
  return {
    ...networks[0]!,
    hidden: networks.flatMap(({ hidden }) => hidden),
    output: [...output, sum].map((weight) => weight / networks.length),
  };
}

/** The weights by which inputs tell best how often something is right: a logistic regression. */
export function regress(
  cases: readonly {
    readonly inputs: readonly number[];
    readonly isRight: boolean;
    readonly weight: number;
  }[],
): number[] {
  const width = cases[0]!.inputs.length;
  const total = cases.reduce((sum, { weight }) => sum + weight, 0);
  const weights = Array<number>(width).fill(0);
  for (let step = 0; step < 5000; step++) {
    const slopes = Array<number>(width).fill(0);
    for (const { inputs, isRight, weight } of cases) {
      const odds = inputs.reduce((sum, value, at) => sum + value * weights[at]!, 0);
      const error = weight * (1 / (1 + Math.exp(-odds)) - Number(isRight));
      for (const [at, value] of inputs.entries()) slopes[at]! += error * value;
    }
    for (const [at, slope] of slopes.entries()) weights[at]! -= (0.1 * slope) / total;
  }
  return weights.map(rounded);
}
