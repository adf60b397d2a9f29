import { describe, expect, it } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { ContrastiveTrainer, type Pair, type TrainedRows } from './trainer.ts';

const dimensions = 8;
const tokenCount = 12;
const random = createRandom(7);
const initial: TrainedRows = {
  dimensions,
  rows: Float32Array.from({ length: tokenCount * dimensions }, () => random() - 0.5),
  weights: Float32Array.from({ length: tokenCount }, () => 0.5 + random()),
};
const pairOf = (query: number[], passage: number[], group = -1): Pair => ({
  query: [query],
  passage: [passage.slice(0, 1), passage.slice(1)],
  group,
});
const pairs = [pairOf([0, 1, 1], [2, 3, 4, 4]), pairOf([5], [6, 7, 0]), pairOf([8, 9], [10, 11, 2])];
const temperature = 0.3;

const cosine = (a: number[], b: number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

/** The loss in float64, straight from its definition. */
function lossOf(batch: readonly Pair[], { rows, weights }: TrainedRows): number {
  const embed = (text: Pair['query']) => {
    const tokens = text.flatMap((part) => Array.from(part));
    const countOf = (token: number) => Math.sqrt(tokens.filter((other) => other === token).length);
    const sum = Array.from({ length: dimensions }, (_, index) =>
      [...new Set(tokens)].reduce(
        (total, token) => total + countOf(token) * weights[token]! * rows[token * dimensions + index]!,
        0,
      ),
    );
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  };
  const queries = batch.map(({ query }) => embed(query));
  const passages = batch.map(({ passage }) => embed(passage));
  const apart = (i: number, j: number) =>
    i === j || batch[i]!.group < 0 || batch[i]!.group !== batch[j]!.group;
  const logit = (i: number, j: number) =>
    apart(i, j) ? cosine(queries[i]!, passages[j]!) / temperature : -1e9;
  const ways = batch.map((_, i) => {
    const row = batch.reduce((sum, _other, j) => sum + Math.exp(logit(i, j)), 0);
    const column = batch.reduce((sum, _other, j) => sum + Math.exp(logit(j, i)), 0);
    return Math.log(row) + Math.log(column) - 2 * logit(i, i);
  });
  return ways.reduce((sum, value) => sum + value, 0) / (2 * batch.length);
}

describe('ContrastiveTrainer', () => {
  it('gives the symmetric InfoNCE loss', () => {
    const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
    expect(trainer.loss(pairs, temperature)).toBeCloseTo(lossOf(pairs, initial), 5);
  });

  it('takes pairs of one group out of each other’s negatives', () => {
    const grouped = pairs.map((pair, index) => ({ ...pair, group: index === 2 ? 5 : 3 }));
    const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
    expect(trainer.loss(grouped, temperature)).toBeCloseTo(lossOf(grouped, initial), 5);
    expect(lossOf(grouped, initial)).toBeLessThan(lossOf(pairs, initial));
  });

  it('moves each number against its gradient: by the whole rate in the first step of Adam', () => {
    const rate = 1e-3;
    const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
    trainer.step(pairs, { temperature, rate, weightRate: rate });
    const { rows, weights } = trainer.snapshot();
    const change = 1e-4;
    for (const [index, value] of initial.rows.entries()) {
      const raised = initial.rows.slice();
      raised[index] = value + change;
      const slope = (lossOf(pairs, { ...initial, rows: raised }) - lossOf(pairs, initial)) / change;
      if (Math.abs(slope) > 1e-3) expect(rows[index]! - value).toBeCloseTo(-rate * Math.sign(slope), 5);
    }
    for (const [token, value] of initial.weights.entries()) {
      const raised = initial.weights.slice();
      raised[token] = value * Math.exp(change);
      const slope = (lossOf(pairs, { ...initial, weights: raised }) - lossOf(pairs, initial)) / change;
      if (Math.abs(slope) > 1e-3)
        expect(Math.log(weights[token]! / value)).toBeCloseTo(-rate * Math.sign(slope), 5);
    }
  });

  it('leaves tokens that are not in the batch', () => {
    const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
    for (let round = 0; round < 5; round += 1)
      trainer.step(pairs.slice(0, 2), { temperature, rate: 0.01, weightRate: 0.01 });
    const { rows, weights } = trainer.snapshot();
    expect(rows.slice(8 * dimensions)).toEqual(initial.rows.slice(8 * dimensions));
    expect(weights.slice(8)).toEqual(initial.weights.slice(8));
  });

  it('learns which texts belong together, the same way every time', () => {
    const train = () => {
      const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
      for (let round = 0; round < 60; round += 1) trainer.step(pairs, { temperature, rate: 0.02 });
      return trainer;
    };
    const trained = train();
    expect(trained.loss(pairs, temperature)).toBeLessThan(0.2 * lossOf(pairs, initial));
    expect(train().snapshot()).toEqual(trained.snapshot());
  });

  it('gives back what it is given', () => {
    const trainer = new ContrastiveTrainer(initial, { batchSize: 4 });
    trainer.step(pairs, { temperature, rate: 0.1 });
    expect(trainer.snapshot()).not.toEqual(initial);
    trainer.restore(initial);
    expect(trainer.snapshot()).toEqual(initial);
  });
});
