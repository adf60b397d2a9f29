import { levels } from '../../types.ts';
import type { ChunkDraft, Chunker } from '../chunker.ts';
import { blocksOf } from '../units/draft.ts';
import { placeBlocks, type PlacedBlock } from '../units/outline.ts';
import {
  draftUnderHeadings,
  openPacking,
  packByStructure,
  packBySection,
  sectionsOf,
} from './structure/structure.ts';
import type { Pack, PackOptions, Unit } from '../units/unit.ts';

/** How much longer than its passages a section may be, and a chapter than its sections. */
const GROWTH = 4;

/**
 * Passages as `structure` cuts them, each in one chapter, and over them the sections and chapters of the outline, however
 * short. Chapters are the first level of headings that has several: many contracts have all clauses under their title.
 * What is more than four times as long from level to level, or longer than the embedding model reads, makes several. What stands
 * under no heading of a level is joined with its neighbours. A level that would join nothing is left out. Parents come
 * before their children, and begin and end with them.
 */
export const hierarchicalChunker: Chunker = {
  name: 'hierarchical',
  async chunk(document, options) {
    const { chunkSize, mostTokens = Number.POSITIVE_INFINITY } = options;
    const depth = chapterDepth(placeBlocks(document));
    const packing = { ...(await openPacking(document, options)), joinsFrom: depth + 1 };
    const limitOver = (levelsUp: number) => Math.min(chunkSize * GROWTH ** levelsUp, mostTokens);
    const passages = await packByStructure(document, packing);
    const chapters = await groupByOutline(passages, depth, { ...packing, limit: limitOver(2) });
    const sections: Pack[][] = [];
    for (const chapter of chapters) {
      const parts = await groupByOutline(chapter, depth + 1, { ...packing, limit: limitOver(1) });
      for (const section of parts) sections.push(section);
    }
    const tiers = [chapters.map(joinPacks), sections.map(joinPacks), passages];
    return draftTiers(tiers.filter((tier, at) => tier.length < (tiers[at + 1]?.length ?? Infinity)));
  },
};

/** The first depth of the outline at which blocks stand in several sections; 0 where there is none. */
function chapterDepth(blocks: readonly PlacedBlock[]): number {
  for (let depth = 0; ; depth++) {
    const sections = new Set(blocks.map((block) => block.sections[depth]));
    sections.delete(undefined);
    if (sections.size !== 1) return sections.size === 0 ? 0 : depth;
  }
}

/** The passages of one section after another; a section that is longer than `packing.limit` makes several groups. */
async function groupByOutline(passages: readonly Pack[], depth: number, packing: PackOptions) {
  const options = { ...packing, overlap: 0, joinsFrom: 0 };
  const groups: Pack[][] = [];
  for (const members of bySectionAt(passages, depth)) {
    const parts = await packBySection(members.map(toUnit), options, (unit) => [unit]);
    const starts = new Set(parts.map(({ start }) => start));
    for (const [index, passage] of members.entries()) {
      if (index === 0 || starts.has(passage.start)) groups.push([]);
      groups.at(-1)!.push(passage);
    }
  }
  return groups;
}

/** Consecutive passages in the same section at a depth of the outline, or in none. */
function bySectionAt(passages: readonly Pack[], depth: number): Pack[][] {
  const groups: Pack[][] = [];
  for (const passage of passages) {
    const last = groups.at(-1);
    if (last && sectionsOf(last[0]!)[depth] === sectionsOf(passage)[depth]) last.push(passage);
    else groups.push([passage]);
  }
  return groups;
}

function toUnit(pack: Pack): Unit {
  return { start: pack.start, end: pack.end, blocks: blocksOf(pack), context: pack.units[0]!.context };
}

function joinPacks(passages: readonly Pack[]): Pack {
  const { start } = passages[0]!;
  return { start, end: passages.at(-1)!.end, units: passages.map(toUnit) };
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
