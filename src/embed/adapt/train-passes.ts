import { setImmediate as nextTurn } from 'node:timers/promises';
import { ContrastiveTrainer, type Pair, type TrainedRows } from '../contrastive/trainer.ts';
import { averageRows } from './average-rows.ts';
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
  /** Mean loss of the measured pairs with the base, and with the worse of the runs. */
  readonly before: number;
  readonly after: number;
  /** That of a table which tells nothing apart. */
  readonly chance: number;
  readonly rows: TrainedRows;
}

const temperature = 0.1;
const firstRate = 0.012;
const largestBatch = 512;
const smallestBatch = 64;
/** A pass over few pairs takes smaller batches rather than fewer steps. */
const stepsPerPass = 10;
/** More passes fit small collections too closely. */
const mostPasses = 8;
const fewestPasses = 3;
/** Pairs trained in all: what bounds the time. */
const mostVisits = 480_000;

/**
 * Each run sees the pairs in another order; the mean of what they learn has less that is chance, and tells more apart.
 *
 * @see https://arxiv.org/abs/2203.05482 (averaged weights of several trainings)
 */
const runs = 2;

/** Trains a few times for some passes over the chunks, each time to where the measured loss is least, and gives the mean. */
export async function trainPasses(start: StartingRows, options: PassOptions): Promise<TrainedPasses> {
  const { training, random, onProgress } = options;
  const firstPlans = planPairs(training, random);
  const steady = Math.ceil(firstPlans.length / stepsPerPass);
  const batchSize = Math.max(smallestBatch, Math.min(largestBatch, steady));
  const passes = Math.max(
    fewestPasses,
    Math.min(mostPasses, Math.floor(mostVisits / (runs * firstPlans.length))),
  );
  const total = passes * firstPlans.length;
  const trained: TrainedRun[] = [];
  for (let run = 0; run < runs; run += 1) {
    const report = (done: number) => onProgress?.(run * total + Math.round(done * total), runs * total);
    trained.push(await trainOnce(start, { ...options, batchSize, passes, report }));
  }
  return {
    before: trained[0]!.before,
    after: Math.max(...trained.map(({ loss }) => loss)),
    chance: chanceLoss(options.measured.length, batchSize),
    rows: averageRows(trained.map(({ rows }) => rows)),
  };
}

interface RunOptions extends PassOptions {
  readonly batchSize: number;
  readonly passes: number;
  /** Called with the share of the run that is done. */
  readonly report: (done: number) => void;
}

interface TrainedRun {
  /** With the base, and with the best rows. */
  readonly before: number;
  readonly loss: number;
  readonly rows: TrainedRows;
}

async function trainOnce(
  { base, begun }: StartingRows,
  { training, measured, random, signal, batchSize, passes, report }: RunOptions,
): Promise<TrainedRun> {
  const trainer = new ContrastiveTrainer(base, { batchSize });
  const before = meanLoss(trainer, measured);
  trainer.restore(begun);
  let best = { loss: Infinity, rows: base };
  for (let pass = 0; pass < passes; pass += 1) {
    const plans = planPairs(training, random);
    for (let start = 0; start < plans.length; start += batchSize) {
      signal?.throwIfAborted();
      const progress = (pass + start / plans.length) / passes;
      report(progress);
      const batch = plans.slice(start, start + batchSize).map((plan) => makePair(training, plan));
      trainer.step(batch, { temperature, rate: firstRate * (1 - progress) });
      await nextTurn();
    }
    const loss = meanLoss(trainer, measured);
    if (loss < best.loss) best = { loss, rows: trainer.snapshot() };
  }
  report(1);
  return { before, ...best };
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
