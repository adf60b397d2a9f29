/** Training of the scorer's network: Adam on the logistic loss, one question with its candidates at a time. */
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

/** A network whose logistic is the share of right ones among candidates like the one measured. */
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
  const input = new Float64Array(width);
  const activations = new Float64Array(hiddenUnits);
  const batch = 8;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    const order = draw.some([...groups.keys()], groups.length);
    for (let start = 0; start < order.length; start += batch) {
      gradient.fill(0);
      for (const index of order.slice(start, start + batch)) {
        const group = groups[index]!;
        for (const [at, row] of group.rows.entries()) {
          for (let i = 0; i < width; i++) input[i] = (row[i]! - mean[i]!) / scale[i]!;
          let odds = parameters[outputAt + hiddenUnits]!;
          for (let unit = 0; unit < hiddenUnits; unit++) {
            const from = unit * stride;
            let sum = parameters[from + width]!;
            for (let i = 0; i < width; i++) sum += parameters[from + i]! * input[i]!;
            activations[unit] = Math.tanh(sum);
            odds += parameters[outputAt + unit]! * activations[unit]!;
          }
          const error = (1 / (1 + Math.exp(-odds)) - Number(group.isRight[at])) * weightOf(group);
          gradient[outputAt + hiddenUnits]! += error;
          for (let unit = 0; unit < hiddenUnits; unit++) {
            gradient[outputAt + unit]! += error * activations[unit]!;
            const back = error * parameters[outputAt + unit]! * (1 - activations[unit]! ** 2);
            const from = unit * stride;
            gradient[from + width]! += back;
            for (let i = 0; i < width; i++) gradient[from + i]! += back * input[i]!;
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

/** Log-odds of the best candidates, stretched and moved so that their logistic is the share that is right. */
export function calibrate(
  best: readonly { readonly odds: number; readonly isRight: boolean; readonly weight: number }[],
): { stretch: number; shift: number } {
  let [stretch, shift] = [1, 0];
  for (let step = 0; step < 20_000; step++) {
    let [a, b, total] = [0, 0, 0];
    for (const { odds, isRight, weight } of best) {
      const error = weight * (1 / (1 + Math.exp(-(stretch * odds + shift))) - Number(isRight));
      a += error * odds;
      b += error;
      total += weight;
    }
    stretch -= (0.05 * a) / total;
    shift -= (0.05 * b) / total;
  }
  return { stretch, shift };
}
