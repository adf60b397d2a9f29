import type { Chunker } from '../chunker.ts';
import { divide, divideIntoWords } from '../units/divide.ts';
import { draftWindows } from './windows.ts';

/** A window ends with a sentence or line when that leaves it at least this full, else with a word. */
const FULL_ENOUGH = 0.85;

/**
 * Windows of at most `chunkSize` tokens over the whole text, whatever its headings, that share up to `overlap`
 * tokens. They end with a sentence, line or row where one ends in the last 15 %, else with a word; a table that
 * fits into a window is never cut.
 */
export const tokenChunker: Chunker = {
  name: 'token',
  chunk: (document, options) =>
    draftWindows(document, options, {
      divide: ({ kind, charStart: start, charEnd: end }, dividing) => divide({ start, end }, kind, dividing),
      refine: (next, packTokens, dividing) =>
        packTokens >= FULL_ENOUGH * options.chunkSize ? [] : divideIntoWords(next, dividing),
    }),
};
