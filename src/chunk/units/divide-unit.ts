import { type DivideOptions, divide, divideIntoWords } from './divide.ts';
import { leadInOf } from './lead-ins.ts';
import type { PlacedBlock } from './outline.ts';
import { tableUnits } from './table-units.ts';
import type { Unit } from './unit.ts';

/**
 * Parts of a unit whose last block is to be cut: sentences, items, rows or lines, none of them too long. The first has
 * the headings or the lead-in before that block; the other items of a list have the lead-in as their context.
 */
export function divideUnit({ start, blocks }: Unit, options: DivideOptions): Unit[] {
  const { measure, limit } = options;
  const body = blocks.at(-1)!;
  const parts = partsOf(blocks, options);
  const [first, ...rest] = parts;
  const joined: Unit = { ...first!, start, blocks };
  if (start === body.charStart || measure.fits(joined, limit)) return [joined, ...rest];
  const words = divideIntoWords(first!, options).map((part) => ({ ...part, blocks: [body] }));
  const opening: Unit = { start, end: words[0]!.end, blocks };
  if (body.kind !== 'table' && measure.fits(opening, limit)) return [opening, ...words.slice(1), ...rest];
  const heading = divide({ start, end: blocks.at(-2)!.charEnd }, 'heading', options);
  return [...heading.map((part) => ({ ...part, blocks: blocks.slice(0, -1) })), ...parts];
}

function partsOf(blocks: readonly PlacedBlock[], options: DivideOptions): Unit[] {
  const body = blocks.at(-1)!;
  if (body.kind === 'table') return tableUnits(body, options);
  const span = { start: body.charStart, end: body.charEnd };
  const context = leadInOf(blocks, options.measure.text);
  return divide(span, body.kind, options).map((part, index) => ({
    ...part,
    blocks: [body],
    context: index === 0 ? undefined : context,
  }));
}
