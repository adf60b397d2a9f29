import { ChunkingError } from '../errors.ts';
import type { ChunkOptions } from './chunker.ts';

/** Smallest chunk, in tokens, that can hold a heading and a few words. */
const SMALLEST_CHUNK = 16;

/** @throws ChunkingError when a size is not a whole number, is out of range, or the overlap leaves no room. */
export function checkChunkOptions({ chunkSize, overlap }: Pick<ChunkOptions, 'chunkSize' | 'overlap'>): void {
  const problem = problemOf(chunkSize, overlap);
  if (problem === undefined) return;
  throw new ChunkingError(problem.message, { hint: problem.hint, context: { chunkSize, overlap } });
}

function problemOf(chunkSize: number, overlap: number): { message: string; hint: string } | undefined {
  if (!Number.isSafeInteger(chunkSize) || chunkSize < SMALLEST_CHUNK) {
    return {
      message: `chunkSize is ${chunkSize}, which is not a whole number of at least ${SMALLEST_CHUNK} tokens`,
      hint: 'Give chunkSize in tokens, such as 512.',
    };
  }
  if (!Number.isSafeInteger(overlap) || overlap < 0) {
    return {
      message: `overlap is ${overlap}, which is not a whole number of tokens`,
      hint: 'Give overlap in tokens, such as 50, or 0 for none.',
    };
  }
  if (overlap < chunkSize) return undefined;
  return {
    message: `overlap (${overlap}) is not smaller than chunkSize (${chunkSize})`,
    hint: `Give an overlap of about a tenth of chunkSize, such as ${Math.floor(chunkSize / 10)}.`,
  };
}
