/**
 * Corpus adaptation: a few passes of contrastive training, on pairs that the documents themselves give, from a static
 * table to one that knows which of the collection's words mean the same. No judgments are used. A held-out part of the
 * chunks decides how long is trained, and whether the result is taken at all.
 *
 * @see https://arxiv.org/abs/1906.00300 (the inverse cloze task)
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import { openVocabulary } from '../built-in/built-in.ts';
import type { TrainedRows } from '../contrastive/trainer.ts';
import { parseTable, writeTable } from '../built-in/table-file.ts';
import { activateRows, countChunksWith, mixWeights, replaceRows } from './active-rows.ts';
import { heldOutPairs, withRows } from './document-pairs.ts';
import { type ChosenChunk, tokenize } from './sample-chunks.ts';
import { trainPasses } from './train-passes.ts';

export interface AdaptationOptions {
  readonly signal?: AbortSignal | undefined;
  /** Pairs trained so far, of how many; rises to the end. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** The same seed, base and documents give the same table. */
  readonly seed?: number;
}

export interface Adaptation {
  /** `kept`: the base is no worse on the held-out pairs, or there is too little to learn from. */
  readonly kind: 'adapted' | 'kept';
  /** The adapted table, or the base. */
  readonly table: Uint8Array;
  /** Mean contrastive loss on pairs that were not trained on, lower is better; 0 where there are no pairs. */
  readonly heldOut: { readonly pairs: number; readonly before: number; readonly after: number };
  readonly reason?: string;
}

/** Of the chunks, what is measured and not trained on. */
const heldOutShare = 0.05;
const mostHeldOut = 1024;
/** With fewer there is nothing to learn, or to measure, that is not chance. */
const fewestHeldOut = 8;
/** The loss must fall by this share of itself. */
const leastGain = 0.01;
/** It must end below that of guessing by this share: texts that say nothing end about there, by chance a little below; real ones far. */
const leastBelowChance = 0.05;

/**
 * Adapts a table of the built-in vocabulary to documents, of which these are a sample of the chunks. Lets the event loop
 * turn after every batch, so that an abort is seen.
 *
 * @throws EmbeddingError when `base` is no table; the signal's reason on abort.
 */
export async function adapt(
  base: Uint8Array,
  chosen: readonly ChosenChunk[],
  { signal, onProgress, seed = 1 }: AdaptationOptions = {},
): Promise<Adaptation> {
  const random = createRandom(seed);
  const parts = parseTable(base);
  const wordPiece = openVocabulary();
  const chunks = shuffle(
    chosen.map((chunk) => tokenize(chunk, wordPiece)),
    random,
  );
  const frequencies = countChunksWith(chunks);
  const { tokens, rows } = activateRows(parts, frequencies);
  const rowOf = new Map(tokens.map((token, row) => [token, row]));
  const inRows = chunks.map((chunk) => withRows(chunk, rowOf));
  await nextTurn();
  const heldOutCount = Math.min(mostHeldOut, Math.ceil(chunks.length * heldOutShare));
  const measured = heldOutPairs(inRows.slice(0, heldOutCount));
  if (measured.length < fewestHeldOut) return keepBase(base, 'too few sentences to learn from');

  const own = tokens.map((token) => frequencies.get(token) ?? 0);
  const begun: TrainedRows = { ...rows, weights: mixWeights(rows.weights, own, chunks.length) };
  const trained = await trainPasses(
    { base: rows, begun },
    { training: inRows.slice(heldOutCount), measured, random, signal, onProgress },
  );
  const { before, after, chance } = trained;
  const heldOut = { pairs: measured.length, before, after };
  if (after > Math.min(before * (1 - leastGain), chance * (1 - leastBelowChance)))
    return { ...keepBase(base, 'no gain on the held-out sentences'), heldOut };
  const table = writeTable(replaceRows(parts, { tokens, rows: trained.rows }));
  return { kind: 'adapted', table, heldOut };
}

function keepBase(base: Uint8Array, reason: string): Adaptation {
  const heldOut = { pairs: 0, before: 0, after: 0 };
  return { kind: 'kept', table: base, heldOut, reason };
}
