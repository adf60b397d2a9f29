import { setImmediate as nextTurn } from 'node:timers/promises';
import { ContrastiveTrainer, type Pair, type TrainedRows } from '../contrastive/trainer.ts';
import { makePair, planPairs, type TokenizedChunk } from './document-pairs.ts';

export interface StartingRows {
  /** What the result is compared with. */
  readonly base: TrainedRows;
  /** What training starts from. */
  readonly begun: TrainedRows;
}

export interface PassOptions {
  /** In rows. */
  readonly training: readonly TokenizedChunk[];
  /** Pairs of other chunks. */
  readonly measured: readonly Pair[];
  readonly random: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface TrainedPasses {
  /** Mean loss of the measured pairs with the base, and with the result. */
  readonly before: number;
  readonly after: number;
  /** That of a table which tells nothing apart. */
  readonly chance: number;
  readonly rows: TrainedRows;
}

const temperature = 0.1;
const firstRate = 0.006;
const largestBatch = 512;
const smallestBatch = 64;
/** A pass over few pairs takes smaller batches rather than fewer steps. */
const stepsPerPass = 10;
/** More passes fit small collections too closely. */
const mostPasses = 8;
const fewestPasses = 3;
/** Pairs trained in all: what bounds the time. */
const mostVisits = 240_000;
/** Times the least loss. */
const aboutAsGood = 1.01;

/**
 * Trains for some passes over the chunks, and gives the mean of what was learned by the passes that are about as good as
 * the best one: it has less that is chance.
 *
 * @see https://arxiv.org/abs/1803.05407 (averaged weights of one training)
 */
export async function trainPasses(
  { base, begun }: StartingRows,
  { training, measured, random, signal, onProgress }: PassOptions,
): Promise<TrainedPasses> {
  const pairs = planPairs(training, random).length;
  const batchSize = Math.max(smallestBatch, Math.min(largestBatch, Math.ceil(pairs / stepsPerPass)));
  const passes = Math.max(fewestPasses, Math.min(mostPasses, Math.floor(mostVisits / pairs)));
  const trainer = new ContrastiveTrainer(base, { batchSize });
  const before = meanLoss(trainer, measured);
  trainer.restore(begun);
  let good: { readonly loss: number; readonly rows: TrainedRows }[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    const plans = planPairs(training, random);
    for (let start = 0; start < plans.length; start += batchSize) {
      signal?.throwIfAborted();
      const progress = (pass + start / plans.length) / passes;
      onProgress?.(Math.round(progress * passes * pairs), passes * pairs);
      const batch = plans.slice(start, start + batchSize).map((plan) => makePair(training, plan));
      trainer.step(batch, { temperature, rate: firstRate * (1 - progress) });
      await nextTurn();
    }
    good.push({ loss: meanLoss(trainer, measured), rows: trainer.snapshot() });
    const least = Math.min(...good.map(({ loss }) => loss));
    good = good.filter(({ loss }) => loss <= least * aboutAsGood);
  }
  onProgress?.(passes * pairs, passes * pairs);
  const rows = averageRows(good.map((pass) => pass.rows));
  trainer.restore(rows);
  return { before, after: meanLoss(trainer, measured), rows, chance: chanceLoss(measured.length, batchSize) };
}

function meanLoss(trainer: ContrastiveTrainer, pairs: readonly Pair[]): number {
  return meanOfBatches({ pairs: pairs.length, batchSize: trainer.batchSize }, (start, end) =>
    trainer.loss(pairs.slice(start, end), temperature),
  );
}

/** A batch of n pairs that all look alike has the loss ln n. */
function chanceLoss(pairs: number, batchSize: number): number {
  return meanOfBatches({ pairs, batchSize }, (start, end) => Math.log(end - start));
}

/** Each batch counts as many times as it has pairs. */
function meanOfBatches(
  { pairs, batchSize }: { pairs: number; batchSize: number },
  lossOf: (start: number, end: number) => number,
): number {
  let sum = 0;
  for (let start = 0; start < pairs; start += batchSize) {
    const end = Math.min(start + batchSize, pairs);
    sum += lossOf(start, end) * (end - start);
  }
  return sum / pairs;
}

/** The mean direction of each row at unit length; its weight is the mean length. */
export function averageRows(trained: readonly TrainedRows[]): TrainedRows {
  const [{ dimensions, weights: tokens }] = trained as readonly [TrainedRows];
  const rows = new Float32Array(tokens.length * dimensions);
  const weights = tokens.map((_, token) => {
    const mean = rows.subarray(token * dimensions, (token + 1) * dimensions);
    let lengths = 0;
    for (const one of trained) {
      const row = one.rows.subarray(token * dimensions, (token + 1) * dimensions);
      const length = lengthOf(row);
      lengths += length * one.weights[token]!;
      for (const [index, value] of row.entries()) mean[index]! += value / length;
    }
    const length = lengthOf(mean);
    for (const [index, value] of mean.entries()) mean[index] = value / length;
    return lengths / trained.length;
  });
  return { dimensions, rows, weights };
}

function lengthOf(row: Float32Array): number {
  return Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
}
