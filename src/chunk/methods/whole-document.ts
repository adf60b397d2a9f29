import { trimSpan } from '../../text/spans.ts';
import type { Chunker } from '../chunker.ts';
import { placeBlocks } from '../units/outline.ts';
import { draftUnderHeadings, openPacking, structureChunker } from './structure/structure.ts';

/** The document as one chunk where the embedding model reads it whole; a longer one is cut by its structure. */
export const wholeDocumentChunker: Chunker = {
  name: 'wholeDocument',
  async chunk(document, options) {
    const { measure } = await openPacking(document, options);
    const span = trimSpan(document.text, 0, document.text.length);
    if (span.start === span.end) return [];
    if (measure.fits(span, options.mostTokens ?? Number.POSITIVE_INFINITY)) {
      const whole = { ...span, blocks: placeBlocks(document) };
      return [draftUnderHeadings({ ...span, units: [whole] })];
    }
    const drafts = await structureChunker.chunk(document, options);
    return drafts.map((draft) => ({ ...draft, method: structureChunker.name }));
  },
};
