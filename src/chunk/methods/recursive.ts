import type { Chunker } from '../chunker.ts';
import { divideRecursively } from '../units/divide.ts';
import { draftWindows } from './windows.ts';

/**
 * Paragraphs, packed into chunks of at most `chunkSize` tokens that share up to `overlap` tokens. Only a paragraph
 * that is too long is cut: between lines, a line between sentences, a sentence between words.
 */
export const recursiveChunker: Chunker = {
  name: 'recursive',
  chunk: (document, options) =>
    draftWindows(document, options, {
      divide: ({ charStart: start, charEnd: end }, dividing) => divideRecursively({ start, end }, dividing),
    }),
};
