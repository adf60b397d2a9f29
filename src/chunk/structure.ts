import type { Chunker } from './chunker.ts';

/** Follows the document's blocks and sections. */
export const structureChunker: Chunker = {
  name: 'structure',
  async chunk(document) {
    return document.blocks.map(({ kind, charStart, charEnd }) => ({ kind, charStart, charEnd, headingPath: [] }));
  },
};
