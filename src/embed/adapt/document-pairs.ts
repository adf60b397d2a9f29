/** The pairs that documents give for nothing: a title and its text, a heading and its section, a sentence and the rest. */
import { shuffle } from '../../util/shuffle.ts';
import type { Pair } from '../contrastive/trainer.ts';

/** A chunk in tokens, or in rows of a table in training. */
export interface TokenizedChunk {
  /** Its document's number. */
  readonly document: number;
  readonly title: readonly number[];
  /** Empty where there is none, or where it is the title. */
  readonly heading: readonly number[];
  readonly sentences: readonly (readonly number[])[];
}

const sentencesPerChunk = 3;
/** A shorter sentence ("See above.") says too little to find its rest by. */
const fewestTokens = 4;

/** A pair that is made when it is needed: all bags of a pass would take hundreds of megabytes. */
export interface PairPlan {
  readonly chunk: number;
  /** What the rest of the chunk is to be found by; a number is that of a sentence. */
  readonly query: 'title' | 'heading' | number;
}

/** The pairs of one pass over the chunks, in random order; which sentences are taken differs from pass to pass. */
export function planPairs(chunks: readonly TokenizedChunk[], random: () => number): PairPlan[] {
  const titled = titledChunks(chunks, random);
  const plans = chunks.flatMap((tokenized, chunk): PairPlan[] => [
    ...(titled.has(tokenized) ? [{ chunk, query: 'title' as const }] : []),
    ...(tokenized.heading.length > 0 && hasText(tokenized) ? [{ chunk, query: 'heading' as const }] : []),
    ...drawSentences(tokenized, random).map((query) => ({ chunk, query })),
  ]);
  return shuffle(plans, random);
}

/** Pairs of one chunk are not each other's negatives. */
export function makePair(chunks: readonly TokenizedChunk[], { chunk: group, query }: PairPlan): Pair {
  const chunk = chunks[group]!;
  if (typeof query === 'number') return { ...sentencePair(chunk, query), group };
  return { query: [chunk[query]], passage: chunk.sentences, group };
}

/** One sentence of each chunk against the rest, always the same ones: what a table is measured by. */
export function heldOutPairs(chunks: readonly TokenizedChunk[]): Pair[] {
  return chunks.flatMap((chunk, group) => {
    const middle = Math.floor(chunk.sentences.length / 2);
    const order = [middle, ...chunk.sentences.keys()];
    const chosen = order.find((index) => isTelling(chunk, index));
    return chosen === undefined ? [] : [{ ...sentencePair(chunk, chosen), group }];
  });
}

/** One chunk of each document stands for its title: those of a long document would be each other's negatives. */
function titledChunks(chunks: readonly TokenizedChunk[], random: () => number): Set<TokenizedChunk> {
  const chosen = new Map<number, TokenizedChunk>();
  const seen = new Map<number, number>();
  for (const chunk of chunks) {
    if (chunk.title.length === 0 || !hasText(chunk)) continue;
    const count = (seen.get(chunk.document) ?? 0) + 1;
    seen.set(chunk.document, count);
    if (random() * count < 1) chosen.set(chunk.document, chunk);
  }
  return new Set(chosen.values());
}

function drawSentences(chunk: TokenizedChunk, random: () => number): number[] {
  const drawn = Array.from({ length: sentencesPerChunk }, () =>
    Math.floor(random() * chunk.sentences.length),
  );
  return drawn.filter((index) => isTelling(chunk, index));
}

/** The rest keeps title and heading, as the chunk that is searched does. */
function sentencePair(chunk: TokenizedChunk, chosen: number) {
  const rest = chunk.sentences.filter((_, index) => index !== chosen);
  return { query: [chunk.sentences[chosen]!], passage: [chunk.title, chunk.heading, ...rest] };
}

function hasText({ sentences }: TokenizedChunk): boolean {
  return sentences.length > 0;
}

function isTelling({ sentences }: TokenizedChunk, index: number): boolean {
  return sentences.length > 1 && (sentences[index]?.length ?? 0) >= fewestTokens;
}

/** The same chunk with the tokens' rows; tokens without one go. */
export function withRows(chunk: TokenizedChunk, rowOf: ReadonlyMap<number, number>): TokenizedChunk {
  const rows = (tokens: readonly number[]) =>
    tokens.map((token) => rowOf.get(token)).filter((row) => row !== undefined);
  return {
    document: chunk.document,
    title: rows(chunk.title),
    heading: rows(chunk.heading),
    sentences: chunk.sentences.map(rows),
  };
}
