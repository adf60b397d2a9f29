/** Rows, items or lines that one section holds: about what a few passages do, so that a citation can say which it is of. */
export const mostInPart = 40;

interface PartRange {
  /** What they are of: a sheet, a list. */
  readonly name?: string | undefined;
  readonly unit: 'rows' | 'items' | 'lines';
  /** From 1. */
  readonly first: number;
  readonly last: number;
}

/** Such as "Rows 2–41", or "Stock, rows 2–41". */
export function partHeading({ name, unit, first, last }: PartRange): string {
  const range = `${unit} ${first}–${last}`;
  return name ? `${name}, ${range}` : range[0]!.toUpperCase() + range.slice(1);
}
