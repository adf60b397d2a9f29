import { levels } from '../types.ts';
import type { ChunkDraft, ChunkOptions, Chunker } from './chunker.ts';
import { blocksOf } from './draft.ts';
import { draftUnderHeadings, openPacking, packByStructure, packBySection } from './structure.ts';
import type { Pack, PackOptions, Unit } from './unit.ts';

/** How much longer than its passages a section may be, and a chapter than its sections. */
const GROWTH = 4;

/**
 * Passages as `structure` cuts them, and over them sections and chapters: neighbours under the same headings, up to four
 * times as long from level to level. A level that would join nothing is left out. Parents come before their children, and
 * begin and end with them.
 */
export const hierarchicalChunker: Chunker = {
  name: 'hierarchical',
  async chunk(document, options) {
    const packing = await openPacking(document, options);
    const tiers = [await packByStructure(document, packing)];
    for (const limit of parentSizes(options)) {
      const parents = await packParents(tiers[0]!, { ...packing, limit });
      if (parents.length < tiers[0]!.length) tiers.unshift(parents);
    }
    return draftTiers(tiers);
  },
};

/** In tokens, of the levels above the passages, lowest first. */
function parentSizes({
  chunkSize,
  mostTokens = Number.POSITIVE_INFINITY,
  levels: count = 3,
}: ChunkOptions): number[] {
  return Array.from({ length: count - 1 }, (_, above) =>
    Math.min(chunkSize * GROWTH ** (above + 1), mostTokens),
  );
}

function packParents(children: readonly Pack[], packing: PackOptions): Promise<Pack[]> {
  const units = children.map((pack): Unit => {
    const { context } = pack.units[0]!;
    const unit = { start: pack.start, end: pack.end, blocks: blocksOf(pack) };
    return context === undefined ? unit : { ...unit, context };
  });
  return packBySection(units, { ...packing, overlap: 0 }, (unit) => [unit]);
}

/** @param tiers highest first; each begins where its first child does. */
function draftTiers(tiers: readonly Pack[][]): ChunkDraft[] {
  const drafts: ChunkDraft[] = [];
  for (const [depth, packs] of tiers.entries()) {
    const parents = tiers[depth - 1] ?? [];
    const firstParent = drafts.length - parents.length;
    let parent = 0;
    for (const pack of packs) {
      while (parent + 1 < parents.length && parents[parent + 1]!.start <= pack.start) parent++;
      drafts.push({
        ...draftUnderHeadings(pack),
        level: levels.passage + 1 + depth - tiers.length,
        ...(parents.length === 0 ? {} : { parent: firstParent + parent }),
      });
    }
  }
  return drafts;
}
