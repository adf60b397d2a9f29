import { boundsOf, type Box } from '../geometry.ts';
import { textOf, type Piece } from '../arrange/pieces.ts';
import { joinRules, sameLine, type Line } from '../tables/drawn-lines.ts';

/** A title stands in so many boxes at least, and mostly in boxes. */
const fewestBoxes = 3;
const mostly = 0.5;
/** Between the line above and the title, in sizes. */
const near = 2.5;

/**
 * The titles of boxes among headings, such as "Note" and "Warning" in manuals, which say nothing of what stands below the box: they
 * recur, with a line above them and one as long below the text that follows.
 *
 * @param rules lines drawn on each page.
 */
export function boxTitles(
  headings: Iterable<Piece>,
  pieces: readonly Piece[],
  rules: readonly (readonly Box[])[],
): Piece[] {
  const byText = new Map<string, Piece[]>();
  for (const piece of headings) {
    const text = textOf(piece);
    byText.set(text, [...(byText.get(text) ?? []), piece]);
  }
  const recurring = [...byText.values()].filter(({ length }) => length >= fewestBoxes);
  const places = new Map(recurring.length > 0 ? pieces.map((piece, index) => [piece, index]) : []);
  const lines = new Map<number, readonly Line[]>();
  const isInBox = (piece: Piece): boolean => {
    const { page } = piece;
    if (!lines.has(page)) lines.set(page, joinRules(rules[page] ?? []).across);
    return isBoxed(piece, pieces[places.get(piece)! + 1], lines.get(page)!);
  };
  return recurring.flatMap((titles) => {
    const boxed = titles.filter(isInBox).length;
    return boxed >= Math.max(fewestBoxes, mostly * titles.length) ? titles : [];
  });
}

function isBoxed({ rows, page }: Piece, next: Piece | undefined, lines: readonly Line[]): boolean {
  const [row] = rows;
  if (next?.page !== page || row!.words[0]!.turn !== 0) return false;
  const { x0, y0, x1 } = boundsOf(rows);
  const above = lines.findLast(({ at, from, to }) => at < row!.baseline && from < x0 + 1 && to > x1 - 1);
  if (above === undefined || above.at < y0 - near * row!.size) return false;
  const below = lines.find(
    ({ at, from, to }) =>
      at > row!.baseline && Math.abs(from - above.from) < sameLine && Math.abs(to - above.to) < sameLine,
  );
  return below !== undefined && next.rows[0]!.baseline < below.at;
}
