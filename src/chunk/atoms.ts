import type { Span } from '../text/spans.ts';
import type { Measure } from './measure.ts';
import type { PlacedBlock } from './outline.ts';

/** Blocks that stay together: headings with what they introduce, a lead-in sentence with its list or table. */
export interface Atom extends Span {
  readonly blocks: readonly PlacedBlock[];
}

export interface AtomOptions {
  readonly measure: Measure;
  /** Tokens of a chunk. */
  readonly limit: number;
}

/**
 * Groups blocks so that no heading stands at the end of a chunk and no list without its lead-in, as far as they
 * fit into `limit` tokens. Headings without text of their own go with the next block.
 */
export function joinBlocks(blocks: readonly PlacedBlock[], options: AtomOptions): Atom[] {
  const atoms: Atom[] = [];
  let pending: PlacedBlock[] = [];
  for (const [index, block] of blocks.entries()) {
    if (pending.length > 0 && isFull(pending, block, options)) {
      atoms.push(atomOf(pending));
      pending = [];
    }
    pending.push(block);
    if (block.kind === 'heading' || leadsInto(pending, blocks[index + 1], options)) continue;
    atoms.push(atomOf(pending));
    pending = [];
  }
  return pending.length === 0 ? atoms : [...atoms, atomOf(pending)];
}

function atomOf(blocks: readonly PlacedBlock[]): Atom {
  return { start: blocks[0]!.charStart, end: blocks.at(-1)!.charEnd, blocks };
}

/** Headings in a row, as on a title page, are kept together up to a quarter of a chunk. */
function isFull(
  pending: readonly PlacedBlock[],
  next: PlacedBlock,
  { measure, limit }: AtomOptions,
): boolean {
  return next.kind === 'heading' && measure.estimate(pending[0]!.charStart, next.charEnd) > limit / 4;
}

/** Whether the last block announces the list, table or code after it: ends with a colon, or names the table. */
function leadsInto(
  pending: readonly PlacedBlock[],
  next: PlacedBlock | undefined,
  options: AtomOptions,
): boolean {
  const { charStart, charEnd, kind } = pending.at(-1)!;
  if (kind !== 'text' || next === undefined || next.kind === 'text' || next.kind === 'heading') return false;
  const { text } = options.measure;
  const isCaption =
    next.kind === 'table' && /^(?:table|exhibit|schedule)\s/i.test(text.slice(charStart, charStart + 12));
  const announces = /[:：]$/.test(text.slice(charEnd - 1, charEnd)) || isCaption;
  return (
    announces && options.measure.fits({ start: pending[0]!.charStart, end: next.charEnd }, options.limit)
  );
}
