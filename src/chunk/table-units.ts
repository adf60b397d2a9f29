import { lineSpans } from '../text/spans.ts';
import { type DivideOptions, divide } from './divide.ts';
import type { PlacedBlock } from './outline.ts';
import type { Unit } from './unit.ts';

const separator = /^[\s|:+-]*-[\s|:+-]*$/;

/**
 * A table that fits whole; of one that is too long its rows. The first unit holds the header, and the rule under
 * it, with the first row; every other carries the header row as its context.
 */
export function tableUnits(block: PlacedBlock, options: DivideOptions): Unit[] {
  const { measure, limit } = options;
  const { text } = measure;
  const all = { start: block.charStart, end: block.charEnd, blocks: [block] };
  if (measure.fits(all, limit)) return [all];
  const rows = lineSpans(text, block.charStart, block.charEnd);
  const slice = (index: number) => text.slice(rows[index]?.start, rows[index]?.end);
  const header = slice(0);
  const headerTokens = measure.count(header);
  const isRepeated = rows.length > 1 && headerTokens <= limit / 2 && /[\p{L}\p{N}]/u.test(header);
  const context = isRepeated ? { context: header } : {};
  const parts = divide({ start: block.charStart, end: block.charEnd }, 'table', {
    ...options,
    limit: isRepeated ? limit - headerTokens : limit,
  });
  const firstRow = rows[rows.length > 1 && separator.test(slice(1)) ? 2 : 1];
  const firstPart =
    firstRow === undefined
      ? 0
      : Math.max(
          0,
          parts.findIndex((part) => part.end >= firstRow.end),
        );
  const head = { start: block.charStart, end: parts[firstPart]!.end };
  const whole = measure.fits(head, limit) ? firstPart : 0;
  return parts
    .slice(whole)
    .map((part, index) =>
      index === 0
        ? { start: block.charStart, end: part.end, blocks: [block] }
        : { ...part, blocks: [block], ...context },
    );
}
