import { levels } from '../../types.ts';
import type { ChunkDraft, Chunker } from '../chunker.ts';
import { divideUnit } from '../units/divide-unit.ts';
import { isRunningText } from '../units/section-runs.ts';
import { draftUnderHeadings, joinedBlocks, openPacking } from './structure/structure.ts';

/**
 * Every sentence, with the headings that it follows: a sharp target for a search, whose hit is widened by the sentences
 * around it. Tables and code that fit into `chunkSize` tokens are whole; nothing overlaps.
 */
export const sentenceWindowChunker: Chunker = {
  name: 'sentenceWindow',
  async chunk(document, options) {
    const packing = await openPacking(document, options);
    const { measure, limit, turn } = packing;
    const drafts: ChunkDraft[] = [];
    for (const unit of joinedBlocks(document, packing)) {
      const isWhole = !isRunningText(unit) && measure.fits(unit, limit);
      for (const part of isWhole ? [unit] : divideUnit(unit, packing)) {
        drafts.push({ ...draftUnderHeadings({ ...part, units: [part] }), level: levels.sentence });
      }
      if (turn.isOver()) await turn.next();
    }
    return drafts;
  },
};
