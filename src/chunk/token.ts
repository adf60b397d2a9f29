import type { Chunker } from './chunker.ts';

/** Windows of a fixed number of tokens. */
export const tokenChunker: Chunker = {
  name: 'token',
  async chunk(document) {
    return document.blocks.map(({ kind, charStart, charEnd }) => ({ kind, charStart, charEnd, headingPath: [] }));
  },
};
