import type { Piece } from '../arrange/pieces.ts';

/** How much more white space one side of a line must have than the other to say where it belongs, in sizes of the line. */
const leastDifference = 1;
/** Lines of one style that belong to what stands above them, and how many of these there must be for each that belongs to what stands below. */
const fewest = 3;
const forEachOther = 4;

/**
 * Without the styles whose lines stand nearer to what is above them than to what is below: each says how it ended (`GRANTED`), and
 * what follows is about something else. Where the space is the same, or two of the lines stand one above the other, it says nothing.
 *
 * @param styled lines that may be headings, with their styles.
 */
export function withoutClosing(
  styled: ReadonlyMap<Piece, number>,
  pieces: readonly Piece[],
): Map<Piece, number> {
  const sides = new Map<number, { above: number; below: number }>();
  for (const [index, piece] of pieces.entries()) {
    const style = styled.get(piece);
    if (style === undefined) continue;
    const [before, after] = [pieces[index - 1], pieces[index + 1]].map((other) =>
      other && !styled.has(other) ? other : undefined,
    );
    const more = spaceBetween(piece, after) - spaceBetween(before, piece);
    const count = sides.get(style) ?? { above: 0, below: 0 };
    if (more >= leastDifference * piece.rows[0]!.size) count.above++;
    if (-more >= leastDifference * piece.rows[0]!.size) count.below++;
    sides.set(style, count);
  }
  const closes = (style: number): boolean => {
    const { above, below } = sides.get(style)!;
    return above >= fewest && above >= forEachOther * below;
  };
  return new Map([...styled].filter(([, style]) => !closes(style)));
}

/** Points of white space between two pieces; NaN where one does not stand below the other on one page. */
function spaceBetween(upper: Piece | undefined, lower: Piece | undefined): number {
  if (!upper || !lower || upper.page !== lower.page) return NaN;
  const [last, first] = [upper.rows.at(-1)!, lower.rows[0]!];
  return first.baseline > last.baseline ? first.baseline - first.size - last.baseline : NaN;
}
