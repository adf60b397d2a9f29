import { type Span, lineSpans } from '../../text/spans.ts';
import { type DivideOptions, divide } from './divide.ts';
import type { PlacedBlock } from './outline.ts';
import type { Unit } from './unit.ts';

const separator = /^(?=[^-]*-)[\s|:+-]*$/;

/**
 * A table that fits whole; of one that is too long its rows. The first unit holds the header, and the rule under
 * it, with the first row; every other carries the table's caption and its header row as its context. A caption under the
 * table goes with the first unit too, as it may come to stand in another chunk.
 */
export function tableUnits(block: PlacedBlock, options: DivideOptions): Unit[] {
  const { measure, limit } = options;
  const all = { start: block.charStart, end: block.charEnd, blocks: [block] };
  const caption = block.isCaptionBelow ? block.caption : undefined;
  if (measure.fits(all, limit)) return [{ ...all, context: caption }];
  const rows = lineSpans(measure.text, block.charStart, block.charEnd);
  const context = contextOf(block, rows, options);
  const repeated = context === undefined ? 0 : measure.count(context);
  const parts = divide(all, 'table', { ...options, limit: limit - repeated });
  const last = lastOfHead(parts, rows, options);
  const head = { ...all, end: parts[last]!.end, context: caption };
  const rest = parts.slice(last + 1).map((part) => ({ ...part, blocks: [block], context }));
  return [head, ...rest];
}

/** What is said again beside rows: the caption and the header row, as far as they leave half of a chunk to the rows. */
function contextOf(
  { caption }: PlacedBlock,
  rows: readonly Span[],
  { measure, limit }: DivideOptions,
): string | undefined {
  const header = measure.text.slice(rows[0]!.start, rows[0]!.end);
  const isSaid = rows.length > 1 && /[\p{L}\p{N}]/u.test(header);
  const lines = [...(caption === undefined ? [] : [caption]), ...(isSaid ? [header] : [])];
  while (lines.length > 0 && measure.count(lines.join('\n')) > limit / 2) lines.shift();
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Index of the part that the first unit ends with: the one with the first row, where header and row fit together. */
function lastOfHead(
  parts: readonly Span[],
  rows: readonly Span[],
  { measure, limit }: DivideOptions,
): number {
  const hasRule = rows.length > 1 && separator.test(measure.text.slice(rows[1]!.start, rows[1]!.end));
  const firstRow = rows[hasRule ? 2 : 1];
  const last = firstRow === undefined ? 0 : parts.findIndex((part) => part.end >= firstRow.end);
  return last > 0 && measure.fits({ start: parts[0]!.start, end: parts[last]!.end }, limit) ? last : 0;
}
