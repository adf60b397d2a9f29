import { captionOf, isTitleLine } from '../../units/captions.ts';
import { announces, leadInOf } from '../../units/lead-ins.ts';
import type { Measure } from '../../units/measure.ts';
import type { PlacedBlock } from '../../units/outline.ts';
import type { Unit } from '../../units/unit.ts';

export interface JoinOptions {
  readonly measure: Measure;
  /** Tokens of a chunk. */
  readonly limit: number;
}

/**
 * Groups blocks so that no heading stands at the end of a chunk and no list without its lead-in, as far as they
 * fit into `limit` tokens. Headings without text of their own go with the next block.
 */
export function joinBlocks(blocks: readonly PlacedBlock[], options: JoinOptions): Unit[] {
  const units: Unit[] = [];
  let pending: PlacedBlock[] = [];
  const flush = () => {
    if (pending.length > 0)
      units.push({ start: pending[0]!.charStart, end: pending.at(-1)!.charEnd, blocks: pending });
    pending = [];
  };
  for (const [index, block] of blocks.entries()) {
    const next = blocks[index + 1];
    const isCaption = blocks[index - 1]?.isCaptionBelow;
    const opens = block.kind === 'heading' || (!isCaption && isTitle(block, next, options));
    if (opens && pending.length > 0 && isFull(pending, block, options)) flush();
    pending.push(block);
    if (!opens && !leadsInto(pending, next, options)) flush();
  }
  flush();
  return units;
}

/** Headings in a row, as on a title page, are kept together up to a quarter of a chunk. */
function isFull(
  pending: readonly PlacedBlock[],
  next: PlacedBlock,
  { measure, limit }: JoinOptions,
): boolean {
  return measure.estimate(pending[0]!.charStart, next.charEnd) > limit / 4;
}

/** Whether text is a heading that the loader did not take for one: a short line without a stop, over more text. */
function isTitle(block: PlacedBlock, next: PlacedBlock | undefined, { measure }: JoinOptions): boolean {
  if (block.kind !== 'text' || next === undefined || next.kind === 'heading') return false;
  return isTitleLine(measure.text.slice(block.charStart, block.charEnd));
}

/** Whether the last block announces the list, table or code after it: ends with a colon, or names the table. */
function leadsInto(
  pending: readonly PlacedBlock[],
  next: PlacedBlock | undefined,
  options: JoinOptions,
): boolean {
  const { kind } = pending.at(-1)!;
  if (kind !== 'text' || next === undefined || next.kind === 'text' || next.kind === 'heading') return false;
  const { text } = options.measure;
  if (next.kind === 'table' && !next.isCaptionBelow && captionOf(pending.at(-1), text) !== undefined)
    return true; // cut after its first row
  if (!announces(pending.at(-1)!, next, text)) return false;
  if (leadInOf([...pending, next], text) !== undefined) return true; // cut after its first item
  return options.measure.fits({ start: pending[0]!.charStart, end: next.charEnd }, options.limit);
}
