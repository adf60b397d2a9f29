import type { Span } from '../../text/spans.ts';
import type { LoadedDocument } from '../../types.ts';
import type { ChunkDraft, ChunkOptions } from '../chunker.ts';
import type { DivideOptions } from '../units/divide.ts';
import { announces, splitLeadIns } from '../units/lead-ins.ts';
import { draftOf } from '../units/draft.ts';
import { type PlacedBlock, commonSections, headingsOf, placeBlocks } from '../units/outline.ts';
import { packUnits } from '../units/pack.ts';
import { tableUnits } from '../units/table-units.ts';
import type { PackOptions, Unit } from '../units/unit.ts';
import { openPacking } from './structure/structure.ts';

export interface WindowRules {
  /** Parts of a block that is no table, none of them too long. */
  readonly divide: (block: PlacedBlock, options: DivideOptions) => Span[];
  /**
   * Finer parts of what comes after a pack, where a pack of so many tokens may be filled with them. With it a block that
   * fits is divided only where a window ends in it.
   */
  readonly refine?: (next: Span, packTokens: number, options: DivideOptions) => Span[];
}

/**
 * Windows of at most `chunkSize` tokens over the whole text, whatever its headings, that share up to `overlap` tokens.
 * A table that fits is never cut, and what announces a list, table or code stays with its beginning.
 */
export async function draftWindows(
  document: LoadedDocument,
  options: ChunkOptions,
  rules: WindowRules,
): Promise<ChunkDraft[]> {
  const packing = packingOf(await openPacking(document, options), rules);
  const units: Unit[] = [];
  for (const block of splitLeadIns(placeBlocks(document), document.text, document.language)) {
    for (const unit of unitsOf(block, units.at(-1), { rules, packing })) addUnit(units, unit, packing);
    if (packing.turn.isOver()) await packing.turn.next();
  }
  const packs = await packUnits(units, packing);
  return packs.map((pack) => draftOf(pack, headingsOf(commonSections(pack.units[0]!.blocks))));
}

function packingOf(packing: PackOptions, rules: WindowRules): PackOptions {
  const { refine } = rules;
  return {
    ...packing,
    even: false,
    shares: (before) => !isOfTable(before),
    refine: refine && [
      (next) => (isOfTable(next) ? [] : partsOf(next, rules, packing)),
      (next, packTokens) =>
        next.blocks.length > 1 || isOfTable(next) ? [] : refine(next, packTokens, packing),
    ],
  };
}

/** Parts of a block, the first with the lead-in before it. */
function partsOf({ start, end, blocks }: Unit, rules: WindowRules, dividing: DivideOptions): Span[] {
  const body = blocks.at(-1)!;
  const within = {
    ...body,
    charStart: Math.max(start, body.charStart),
    charEnd: Math.min(end, body.charEnd),
  };
  const [first, ...rest] = rules.divide(within, dividing);
  return [{ start, end: first!.end }, ...rest];
}

function isOfTable({ blocks }: Unit): boolean {
  return blocks.some(({ kind }) => kind === 'table');
}

interface Cutting {
  readonly rules: WindowRules;
  readonly packing: PackOptions;
}

function unitsOf(block: PlacedBlock, before: Unit | undefined, { rules, packing }: Cutting): Unit[] {
  if (block.kind === 'table') return tableUnits(block, packing);
  const { measure, limit, overlap } = packing;
  const isAnnounced = before !== undefined && announces(before.blocks.at(-1)!, block, measure.text);
  const start = isAnnounced ? before.start : block.charStart;
  const blocks = [block];
  if (rules.refine && measure.fits({ start, end: block.charEnd }, limit - overlap)) {
    return [{ start: block.charStart, end: block.charEnd, blocks }];
  }
  return rules.divide(block, packing).map((part) => ({ start: part.start, end: part.end, blocks }));
}

/** Adds a unit, or makes it one with the unit before that announces it, where both fit. */
function addUnit(units: Unit[], unit: Unit, { measure, limit }: PackOptions): void {
  const before = units.at(-1);
  if (before !== undefined && announces(before.blocks.at(-1)!, unit.blocks[0], measure.text)) {
    const joined = { start: before.start, end: unit.end, blocks: [...before.blocks, ...unit.blocks] };
    if (measure.fits(joined, limit)) return void units.splice(-1, 1, joined);
  }
  units.push(unit);
}
