import { Turn } from '../util/turn.ts';
import type { ChunkDraft, ChunkOptions, Chunker } from './chunker.ts';
import { divide, divideIntoWords } from './divide.ts';
import { draftOf } from './draft.ts';
import { Measure } from './measure.ts';
import { checkChunkOptions } from './options.ts';
import { type PlacedBlock, commonHeadingPath, placeBlocks } from './outline.ts';
import { packUnits } from './pack.ts';
import { tableUnits } from './table-units.ts';
import type { PackOptions, Unit } from './unit.ts';

/** A window ends with a sentence or line when that leaves it at least this full, else with a word. */
const FULL_ENOUGH = 0.85;

/**
 * Windows of at most `chunkSize` tokens over the whole text, whatever its headings, that share up to `overlap`
 * tokens. They end with a sentence, line or row where one ends in the last 15 %, else with a word; a table that
 * fits into a window is never cut.
 */
export const tokenChunker: Chunker = {
  name: 'token',
  async chunk(document, options) {
    checkChunkOptions(options);
    options.signal?.throwIfAborted();
    const measure = await Measure.open(document.text, options.tokenizer, options.signal);
    const packing = packingOf(measure, options, document.language);
    const units: Unit[] = [];
    for (const block of placeBlocks(document)) {
      for (const unit of unitsOf(block, packing)) units.push(unit);
      if (packing.turn.isOver()) await packing.turn.next();
    }
    return (await packUnits(units, packing)).map((pack): ChunkDraft =>
      draftOf(pack, commonHeadingPath(pack.units[0]!.blocks)),
    );
  },
};

function packingOf(
  measure: Measure,
  { chunkSize, overlap, signal }: ChunkOptions,
  language?: string,
): PackOptions {
  return {
    measure,
    limit: chunkSize,
    overlap,
    language,
    turn: new Turn(signal),
    shares: (before) => !isTable(before),
    refine: (next, packTokens) => {
      if (isTable(next) || packTokens >= FULL_ENOUGH * chunkSize) return [];
      return divideIntoWords(next, { measure, limit: chunkSize });
    },
  };
}

function isTable({ blocks }: Unit): boolean {
  return blocks[0]!.kind === 'table';
}

function unitsOf(block: PlacedBlock, packing: PackOptions): Unit[] {
  const span = { start: block.charStart, end: block.charEnd };
  if (block.kind !== 'table') {
    return divide(span, block.kind, packing).map((part) => ({ ...part, blocks: [block] }));
  }
  return packing.measure.fits(span, packing.limit)
    ? [{ ...span, blocks: [block] }]
    : tableUnits(block, packing);
}
