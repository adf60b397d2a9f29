import { runsOn } from '../arrange/row-pairs.ts';
import type { Row } from '../rows.ts';

/** Beside the first word of the next line, in sizes: a space, and what a line may be too short. */
const spare = 1;

/**
 * Indexes of the rows of a piece that begin a line in the text, too. Text that is wrapped leaves no room for the next word; where most lines have
 * some, as in listings, addresses and verses, they end where their writer ended them. Where a line goes on in lower case, one line may reach too far.
 */
export function ownLines(rows: readonly Row[]): ReadonlySet<number> {
  if (rows.length < 2) return new Set();
  const ends = rows.map(({ x1 }) => x1).sort((a, b) => b - a);
  const hasRoom = (row: Row, last: Row) => {
    const { x0, x1 } = row.words[0]!;
    const end = ends[runsOn(last, row) ? 1 : 0]!;
    return isLeftToRight(last) && last.x1 + (x1 - x0) + spare * row.size < end && !endsInHyphen(last);
  };
  const isBreak = rows.map((row, index) => index > 0 && hasRoom(row, rows[index - 1]!));
  if (isBreak.filter(Boolean).length * 2 < rows.length) return new Set();
  return new Set(
    rows.flatMap(({ words }, index) =>
      index > 0 && (isBreak[index] || !/^\p{Ll}/u.test(words[0]!.text)) ? [index] : [],
    ),
  );
}

const isLeftToRight = ({ words }: Row) => words[0]!.x0 <= words.at(-1)!.x0;

const endsInHyphen = ({ words }: Row) => /\p{L}[-\u2010\u00ad]$/u.test(words.at(-1)!.text);
