import {
  ContrastiveTrainer,
  weightedRows,
  type Pair,
  type TextTokens,
} from '../src/embed/contrastive/trainer.ts';
import { quantizeRows, type TableParts } from '../src/embed/built-in/table-file.ts';
import { createRandom } from '../src/util/random.ts';
import { shuffle } from '../src/util/shuffle.ts';
import { initialWeights } from './initial-weights.ts';

export interface TrainingOptions {
  /** A direction for each token of the vocabulary, `dimensions` numbers each. */
  readonly start: Float32Array;
  /** A multiple of 8. */
  readonly dimensions: number;
  readonly seed: number;
  /** Times that every pair is read. */
  readonly passes: number;
  /** After each pass: its number from 1, and the mean loss of its batches before each was learned from. */
  readonly onPass?: (pass: number, meanLoss: number) => void;
}

const batchSize = 512;
/** A smaller rest of a source has too few negatives. */
const smallestBatch = 32;
const temperature = 0.05;
const highestRate = 0.002;
/** Of the logarithms of the weights, times the rate of the rows. */
const weightRate = 10;
/** Share of a text's tokens that are left out, others each time, so that no text is learned by single words. */
const leftOut = 0.1;
/** Share of the steps during which the rate rises; then it falls to 0. */
const warmUp = 0.05;

/** Trains a table on the pairs of each source. The same start, pairs and seed give the same table. */
export function trainTable(
  bySource: readonly (readonly Pair[])[],
  { start, dimensions, seed, passes, onPass }: TrainingOptions,
): TableParts {
  const random = createRandom(seed);
  const weights = initialWeights(bySource, start.length / dimensions);
  const trainer = new ContrastiveTrainer({ dimensions, rows: start, weights }, { batchSize });
  for (let pass = 0; pass < passes; pass += 1) {
    const batches = drawBatches(bySource, random);
    let loss = 0;
    for (const [index, batch] of batches.entries()) {
      const rate = rateAt((pass + index / batches.length) / passes);
      const read = batch.map((pair) => thinned(pair, random));
      loss += trainer.step(read, { temperature, rate, weightRate: weightRate * rate });
    }
    onPass?.(pass + 1, loss / batches.length);
  }
  return quantizeRows(weightedRows(trainer.snapshot()), dimensions);
}

/** Pairs of one source a batch, so that its negatives are of one domain and hard; batches in random order. */
export function drawBatches(bySource: readonly (readonly Pair[])[], random: () => number): Pair[][] {
  const batches = bySource.flatMap((pairs) => {
    const shuffled = shuffle(pairs, random);
    const count = Math.ceil(shuffled.length / batchSize);
    return Array.from({ length: count }, (_, index) =>
      shuffled.slice(index * batchSize, (index + 1) * batchSize),
    );
  });
  return shuffle(
    batches.filter((batch) => batch.length >= smallestBatch),
    random,
  );
}

function thinned({ query, passage, group }: Pair, random: () => number): Pair {
  const thin = (text: TextTokens) => text.map((part) => Array.from(part).filter(() => random() >= leftOut));
  return { query: thin(query), passage: thin(passage), group };
}

/** @param done share of the steps that have been taken, 0…1 */
function rateAt(done: number): number {
  return highestRate * Math.min(done / warmUp, (1 - done) / (1 - warmUp));
}
